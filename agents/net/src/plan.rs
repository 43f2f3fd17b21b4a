//! [`Plan`]: what networks of tokens make of a layout: which rows are tokens, which tokens an action names, which are neighbours.

use std::ops::Range;

use holotable_env::{ActionBlock, Layout, Names, Relations};

use crate::shape::{NetKind, NetShape};

/// The tokens of a layout: one for each row of each block of the observation, in order. A block whose rows are single numbers,
/// which no action names and no map has, is one token: attention costs time for each pair of tokens, and a flag for each card by
/// number is a vector rather than fifty things.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The blocks of the observation.
    pub blocks: Vec<TokenBlock>,
    /// The kinds of actions of which some name rows.
    pub pointers: Vec<Pointer>,
    /// The maps.
    pub maps: Vec<Map>,
    /// The number of tokens.
    pub tokens: usize,
    /// The number of observed values.
    pub observation: usize,
    /// For each action the row of the policy's head that it has: one of its own if its kind names no rows, else one that it
    /// shares with its kind.
    pub head_of: Vec<usize>,
}

/// A block of the observation.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenBlock {
    /// The name of the block.
    pub name: String,
    /// Its tokens.
    pub tokens: Range<usize>,
    /// The number of fields of a row.
    pub fields: usize,
    /// Where it begins in the observation.
    pub column: usize,
}

/// A kind of actions of which some name rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Pointer {
    /// The name of the block of actions.
    pub name: String,
    /// Its actions.
    pub actions: Range<usize>,
    /// The blocks of the observation that they name rows of.
    pub references: Vec<Reference>,
}

/// The rows of a block of the observation that a kind of actions names.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// The number of the block.
    pub block: usize,
    /// For each action of the kind the row of the block, if it names one.
    pub rows: Vec<Option<usize>>,
}

/// The edges between the rows of a block.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The number of the block.
    pub block: usize,
    /// For each row the rows that it hears of.
    pub heard: Vec<Vec<usize>>,
}

impl Plan {
    /// The plan for a layout whose relations hold.
    pub fn new(layout: &Layout) -> Self {
        let (mut blocks, mut tokens, mut column) = (Vec::new(), 0, 0);
        let related = |name: &str| {
            let Relations { names, edges } = &layout.relations;
            names.iter().any(|names| names.block == name) || edges.iter().any(|edges| edges.block == name)
        };
        for block in layout.observation_blocks.iter().filter(|b| !b.is_empty()) {
            let (name, len) = (block.name.clone(), block.len());
            let whole = block.fields.len() == 1 && !related(&name);
            let rows = if whole { 1 } else { block.rows };
            blocks.push(TokenBlock { name, tokens: tokens..tokens + rows, fields: len / rows, column });
            (tokens, column) = (tokens + rows, column + len);
        }
        let mut plan = Self { blocks, tokens, observation: layout.observation, ..Self::default() };
        for kind in &layout.action_blocks {
            let pointer = plan.pointer(layout, kind);
            let heads = plan.heads();
            match pointer.references.is_empty() {
                true => plan.head_of.extend(heads..heads + kind.len),
                false => plan.head_of.extend(vec![heads; kind.len]),
            }
            plan.pointers.extend((!pointer.references.is_empty()).then_some(pointer));
        }
        for edges in &layout.relations.edges {
            let block = plan.block(&edges.block);
            let mut heard = vec![Vec::new(); plan.blocks[block].tokens.len()];
            edges.rows.iter().for_each(|&(from, to)| heard[to].push(from));
            plan.maps.push(Map { block, heard });
        }
        plan
    }

    fn block(&self, name: &str) -> usize {
        self.blocks.iter().position(|b| b.name == name).expect("relations are of blocks that there are")
    }

    fn pointer(&self, layout: &Layout, kind: &ActionBlock) -> Pointer {
        let actions = kind.offset..kind.offset + kind.len;
        let reference = |names: &Names| {
            let mut rows = vec![None; kind.len];
            for &(action, row) in names.rows.iter().filter(|(action, _)| actions.contains(action)) {
                rows[action - kind.offset] = Some(row);
            }
            let any = rows.iter().any(Option::is_some);
            any.then(|| Reference { block: self.block(&names.block), rows })
        };
        let references = layout.relations.names.iter().filter_map(reference).collect();
        Pointer { name: kind.name.clone(), actions, references }
    }

    /// The number of rows of the policy's head.
    pub fn heads(&self) -> usize {
        self.head_of.last().map_or(0, |last| last + 1)
    }

    /// Every array of a network of this plan by name with its shape. A weight has a row for each output.
    pub(crate) fn arrays(&self, shape: &NetShape) -> Vec<(String, Vec<usize>)> {
        let (d, mut list) = (shape.tokens.width, List(Vec::new()));
        for block in &self.blocks {
            list.linear(&format!("embed.{}", block.name), block.fields, d);
            if block.tokens.len() > 1 {
                list.add(format!("embed.{}.place", block.name), &[block.tokens.len(), d]);
            }
        }
        for i in 0..shape.tokens.layers {
            match shape.network {
                NetKind::Mlp => {}
                NetKind::Entities => {
                    let at = format!("attention.{i}");
                    list.norm(&format!("{at}.norm_1"), d);
                    for name in ["query", "key", "value", "out"] {
                        list.linear(&format!("{at}.{name}"), d, d);
                    }
                    list.norm(&format!("{at}.norm_2"), d);
                    list.linear(&format!("{at}.wide"), d, 2 * d);
                    list.linear(&format!("{at}.narrow"), 2 * d, d);
                }
                NetKind::Graph => {
                    for map in &self.maps {
                        let at = format!("messages.{i}.{}", self.blocks[map.block].name);
                        list.norm(&format!("{at}.norm"), d);
                        for name in ["own", "heard", "context"] {
                            list.linear(&format!("{at}.{name}"), d, d);
                        }
                    }
                }
            }
        }
        list.norm("norm", d);
        // What is pooled: the mean and the greatest of all tokens.
        let mut inputs = 2 * d;
        for (i, &width) in shape.hidden_sizes.iter().enumerate() {
            list.linear(&format!("trunk.{i}"), inputs, width);
            inputs = width;
        }
        list.linear("policy", inputs, self.heads());
        for pointer in &self.pointers {
            let at = format!("pointer.{}", pointer.name);
            list.linear(&format!("{at}.query"), inputs, d);
            for reference in &pointer.references {
                list.linear(&format!("{at}.{}", self.blocks[reference.block].name), d, d);
            }
        }
        list.linear("value", inputs, 1);
        if shape.prior {
            list.add("prior.gain".into(), &[1]);
        }
        list.0
    }
}

/// Arrays by name.
struct List(Vec<(String, Vec<usize>)>);

impl List {
    fn add(&mut self, name: String, shape: &[usize]) {
        self.0.push((name, shape.to_vec()));
    }

    fn linear(&mut self, name: &str, inputs: usize, outputs: usize) {
        self.add(format!("{name}.weight"), &[outputs, inputs]);
        self.add(format!("{name}.bias"), &[outputs]);
    }

    fn norm(&mut self, name: &str, width: usize) {
        self.add(format!("{name}.weight"), &[width]);
        self.add(format!("{name}.bias"), &[width]);
    }
}
