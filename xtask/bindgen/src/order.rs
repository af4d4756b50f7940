//! Reorders the functions of a module so that it compresses well.
//!
//! A generic function compiled for several types gives several similar functions. gzip refers back 32 KiB at most, so it
//! finds the similarity only where they stand close together.
//!
//! Measured on 2026-11-28 with a module of 3,272 kB: gzip -9 1,084,400 to 1,029,029 bytes (-5.1%), Brotli 11 779,066 to
//! 770,129 (-1.1%), Zstandard 19 837,115 to 828,144 (-1.1%).

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionSectionReader, Parser, Payload, TypeRef};

/// The window of gzip in bytes, less the room that the next function takes.
const WINDOW: usize = 24 << 10;
/// The length of a compared piece of code in bytes.
const SHINGLE: usize = 12;
/// One in this many pieces is compared.
const SAMPLING: u64 = 16;
/// A piece found in more functions than this is ignored.
const MAX_OWNERS: usize = 200;

/// Returns the module with similar functions side by side.
///
/// # Errors
/// If it is not a WebAssembly module.
pub(crate) fn alike_together(module: &[u8]) -> Result<Vec<u8>, String> {
    let functions = Functions::read(module).map_err(|error| error.to_string())?;
    let order = order(&functions.bodies);
    let mut places = vec![0; order.len()];
    for (place, &function) in order.iter().enumerate() {
        places[function] = place;
    }
    let mut reordered = Module::new();
    let mut reorder = Reorder { imported: functions.imported, order, places };
    reorder.parse_core_module(&mut reordered, Parser::new(0), module).map_err(|error| error.to_string())?;
    Ok(reordered.finish())
}

/// The function tables of a module.
#[derive(Default)]
struct Functions<'a> {
    /// The number of functions that come from outside; they have the first indices.
    imported: usize,
    /// The code of its own ones.
    bodies: Vec<&'a [u8]>,
}

impl<'a> Functions<'a> {
    fn read(module: &'a [u8]) -> wasmparser::Result<Functions<'a>> {
        let mut functions = Functions::default();
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        functions.imported += usize::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionEntry(body) => functions.bodies.push(body.as_bytes()),
                _ => {}
            }
        }
        Ok(functions)
    }
}

/// Returns the functions by their code: always the one next that has most in common with those shortly before, or the
/// longest that is left if none has.
fn order(bodies: &[&[u8]]) -> Vec<usize> {
    let shingles: Vec<HashSet<u64>> = bodies.iter().map(|body| shingles(body)).collect();
    let mut owners: HashMap<u64, Vec<usize>> = HashMap::new();
    for (function, shingles) in shingles.iter().enumerate() {
        shingles.iter().for_each(|&shingle| owners.entry(shingle).or_default().push(function));
    }
    owners.retain(|_, owners| (2..=MAX_OWNERS).contains(&owners.len()));

    let mut longest_first: Vec<usize> = (0..bodies.len()).collect();
    longest_first.sort_by_key(|&function| std::cmp::Reverse(bodies[function].len()));
    let mut is_left = vec![true; bodies.len()];
    let mut order: Vec<usize> = Vec::with_capacity(bodies.len());
    for first in longest_first {
        let mut next = is_left[first].then_some(first);
        while let Some(function) = next {
            is_left[function] = false;
            order.push(function);
            let common = in_common(&order, bodies, &shingles, &owners);
            let alike = common.into_iter().filter(|&(function, _)| is_left[function]);
            // Much of a long function is worth more than all of a short one.
            let worth = |&(function, common): &(usize, usize)| {
                (common * common / (shingles[function].len() + 3), function)
            };
            next = alike.filter(|entry| worth(entry).0 > 0).max_by_key(worth).map(|(function, _)| function);
        }
    }
    order
}

/// Returns for the functions that have pieces of code in common with the last ones of an order how many.
fn in_common(
    order: &[usize],
    bodies: &[&[u8]],
    shingles: &[HashSet<u64>],
    owners: &HashMap<u64, Vec<usize>>,
) -> HashMap<usize, usize> {
    let mut length = 0;
    let mut seen = HashSet::new();
    let mut common = HashMap::new();
    let _: ControlFlow<()> = order.iter().rev().try_for_each(|&function| {
        for &shingle in shingles[function].iter().filter(|&&shingle| seen.insert(shingle)) {
            for &owner in owners.get(&shingle).into_iter().flatten() {
                *common.entry(owner).or_default() += 1;
            }
        }
        length += bodies[function].len();
        if length < WINDOW { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    common
}

/// Returns the hashes of some pieces of code, the same ones wherever they stand.
fn shingles(body: &[u8]) -> HashSet<u64> {
    let hash = |piece: &[u8]| {
        let mut hasher = DefaultHasher::new();
        piece.hash(&mut hasher);
        hasher.finish()
    };
    body.windows(SHINGLE).map(hash).filter(|hash| hash.is_multiple_of(SAMPLING)).collect()
}

/// Writes a module again with its functions in another order.
struct Reorder {
    imported: usize,
    /// The own functions in their new order.
    order: Vec<usize>,
    /// The new place of each own function.
    places: Vec<usize>,
}

impl Reencode for Reorder {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        let own = (function as usize).checked_sub(self.imported).and_then(|own| self.places.get(own));
        Ok(own.map_or(function, |place| (self.imported + place) as u32))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let types = section.into_iter().collect::<wasmparser::Result<Vec<u32>>>()?;
        for &function in &self.order {
            functions.function(types[function]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let bodies = section.into_iter().collect::<wasmparser::Result<Vec<_>>>()?;
        for function in self.order.clone() {
            utils::parse_function_body(self, code, bodies[function].clone())?;
        }
        Ok(())
    }
}
