-- The tables of a server's games. Times are seconds since 1970; what is text beside names is JSON.
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    origin TEXT NOT NULL,
    game TEXT NOT NULL,
    begun INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    moves INTEGER NOT NULL DEFAULT 0,
    summary TEXT NOT NULL
) STRICT;
CREATE INDEX games_by_time ON games (seen);
CREATE TABLE changes (
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    number INTEGER NOT NULL,
    change TEXT NOT NULL,
    picks TEXT NOT NULL,
    milliseconds INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE links (
    word TEXT PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    rights TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX links_by_game ON links (game);
-- The link of whoever began a game.
CREATE VIEW hosts AS SELECT game, word FROM links WHERE json_extract(rights, '$.host');
CREATE TABLE mistakes (
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    position INTEGER NOT NULL,
    cost REAL NOT NULL,
    agent TEXT NOT NULL,
    due INTEGER NOT NULL,
    right INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX mistakes_by_time ON mistakes (due);
CREATE TABLE reviews (
    game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    decisions INTEGER NOT NULL,
    cost REAL NOT NULL
) STRICT;
