//! [`Message`]: the wire format of protocol buffers, as far as `TensorBoard`'s events need it.

/// A message that is being written, field by field.
#[derive(Clone, Debug, Default)]
pub struct Message(Vec<u8>);

/// How a value lies in the bytes, the low bits of a field's key.
#[derive(Clone, Copy)]
enum Kind {
    Varint = 0,
    Eight = 1,
    Length = 2,
    Four = 5,
}

impl Message {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a whole number, or a value of an enumeration.
    #[must_use]
    pub fn whole(self, field: u64, value: u64) -> Self {
        self.key(field, Kind::Varint).varint(value)
    }

    /// Adds a `double`.
    #[must_use]
    pub fn double(mut self, field: u64, value: f64) -> Self {
        self = self.key(field, Kind::Eight);
        self.0.extend(value.to_le_bytes());
        self
    }

    /// Adds a `float`.
    #[must_use]
    pub fn float(mut self, field: u64, value: f32) -> Self {
        self = self.key(field, Kind::Four);
        self.0.extend(value.to_le_bytes());
        self
    }

    /// Adds a text, or bytes.
    #[must_use]
    pub fn bytes(mut self, field: u64, value: impl AsRef<[u8]>) -> Self {
        let value = value.as_ref();
        self = self.key(field, Kind::Length).varint(value.len() as u64);
        self.0.extend(value);
        self
    }

    /// Adds a message.
    #[must_use]
    pub fn message(self, field: u64, value: &Message) -> Self {
        self.bytes(field, &value.0)
    }

    /// What was written.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    fn key(self, field: u64, kind: Kind) -> Self {
        self.varint(field << 3 | kind as u64)
    }

    /// Seven bits a byte, the lowest first; the top bit says that more follow.
    fn varint(mut self, mut value: u64) -> Self {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
        self
    }
}
