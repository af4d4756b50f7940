//! The rulesets: boards, arrays, promotions, and the pieces of each (K3 to K8, K20, K104).

use std::sync::LazyLock;

use crate::base;
use crate::pieces::{Kind, OTHERWISE, Row, TABLE};

/// One ruleset.
pub(crate) struct Ruleset {
    pub(crate) name: &'static str,
    /// The number of files and of ranks (K8).
    pub(crate) size: i8,
    /// The number of ranks in a promotion zone (K104).
    pub(crate) zone: i8,
    /// The default array (K20).
    pub(crate) initial: &'static str,
    pub(crate) kinds: Vec<Kind>,
    /// The greatest number of pieces of a type that a side may have after a promotion (R30).
    pub(crate) limits: &'static [(&'static str, usize)],
    /// Whether the last rank may be entered only by promoting (R31), and a lone piece may answer (R32).
    pub(crate) has_r31_and_r32: bool,
}

impl Ruleset {
    pub(crate) fn kind(&self, id: &str) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.id == id)
    }
}

/// The names of all rulesets.
pub const NAMES: [&str; 7] =
    ["scirocco", "scirocco-2001", "scirocco-1999", "typhoon", "typhoon-1999", "jupiter", "jupiter-1999"];

/// Custom games: one for words of the language that do not occur in the built-in games, one for R30 to R32.
const OWN: [&str; 2] = [BILLIARDS_NAME, CITADEL_NAME];
const BILLIARDS_NAME: &str = "billiards";
const CITADEL_NAME: &str = "citadel";

static RULESETS: LazyLock<Vec<Ruleset>> = LazyLock::new(|| {
    NAMES.into_iter().chain(OWN).map(|name| build(name).expect("the tables are well formed")).collect()
});

/// Finds a ruleset by its name.
pub(crate) fn find(name: &str) -> Result<&'static Ruleset, String> {
    RULESETS.iter().find(|rules| rules.name == name).ok_or_else(|| format!("there is no ruleset `{name}`"))
}

fn build(name: &'static str) -> Result<Ruleset, String> {
    let (size, zone, promotions, initial) = match name {
        "scirocco" | "scirocco-2001" => (10, 3, SCIROCCO_PROMOTIONS, SCIROCCO),
        "scirocco-1999" => (10, 3, SCIROCCO_1999_PROMOTIONS, SCIROCCO_1999),
        "typhoon" | "typhoon-1999" => (12, 4, TYPHOON_PROMOTIONS, TYPHOON),
        BILLIARDS_NAME => (8, 2, BILLIARDS_PROMOTIONS, BILLIARDS),
        CITADEL_NAME => (7, 3, CITADEL_PROMOTIONS, CITADEL),
        _ => (16, 6, JUPITER_PROMOTIONS, JUPITER),
    };
    let mut kinds: Vec<Kind> = Vec::new();
    for pair in promotions.split(' ') {
        // A piece without promotions, to which no other piece promotes, is listed by its id alone.
        let (id, targets) = pair.split_once('>').unwrap_or((pair, ""));
        let targets: Vec<_> = targets.split('|').filter(|target| !target.is_empty()).collect();
        if kinds.iter().all(|kind| kind.id != id) {
            kinds.push(kind(name, id)?);
        }
        for target in &targets {
            if kinds.iter().all(|kind| kind.id != *target) {
                kinds.push(kind(name, target)?);
            }
        }
        for kind in &mut kinds {
            kind.promoted |= targets.contains(&kind.id);
            if kind.id == id {
                kind.promotes_to = targets.clone();
            }
        }
    }
    let is_citadel = name == CITADEL_NAME;
    let limits = if is_citadel { CITADEL_LIMITS } else { &[] };
    Ok(Ruleset { name, size, zone, initial, kinds, limits, has_r31_and_r32: is_citadel })
}

/// Builds a type from its row, which may differ between rulesets.
fn kind(ruleset: &str, id: &str) -> Result<Kind, String> {
    let differing =
        OTHERWISE.iter().find(|(name, _)| *name == ruleset).map_or(&[] as &[Row], |(_, rows)| rows);
    let row = differing.iter().chain(TABLE).find(|row| row.0 == id);
    let &(id, steps, powers) = row.ok_or(format!("no row for `{id}`"))?;
    Ok(Kind { id, terms: base::parse(steps)?, powers, promotes_to: Vec::new(), promoted: false })
}

/// The promotions of each piece.
const SCIROCCO_PROMOTIONS: &str = "\
    P>Ta Gu>Z Pr>Du Sc>Vu K>Em W>Za F>Zi Co>Wi Ma>Ab Ch>Oc A>B St>Q N>R C>Sq Der>Ha Go>Li D>Ge Wa>Sp";

/// The chains of 1999; a Scirocco follows K111.
const SCIROCCO_1999_PROMOTIONS: &str = "\
    P>A Gu>Z Z>B Pr>Du Sc>Vu|Ge K>Em W>Za F>Zi Co>Wi Ma>Ab Ch>Oc A>D B>Z St>Q N>R C>Sq Der>Ha Go>Li D>Fr \
    Wa>Sp";

/// A King follows K109.
const TYPHOON_PROMOTIONS: &str = "\
    FH>FO GW>FB Ma>Ab Pr>Du St>Q Go>Li Ci>Ty Sa>Ge GG>HO FL>DO K>Em|EE Co>Wi Cu>Lo Hu>Im C>Sq BD>Ce A>Sc \
    D>DK W>Za F>Zi Ot>Mi Be>So Ov>Nr Un>Da Ch>Oc Wa>Sp N>R Der>Ha SG>Vu CG>Ib DEl>EP BT>TP Fu>Z P>Ta \
    Gu>B La>Pa Ba>Ra";

/// A King follows K109.
const JUPITER_PROMOTIONS: &str = "\
    FH>FO GW>FB Hoo>Boy Haw>Gir Ma>Ab Pr>Du St>Q Go>Li Ci>Ty Sa>Ge Tou>Cap Cro>GrH GG>HO FL>DO K>Em|EE \
    Co>Wi Bln>Car Cbo>Mar Eye>FaQ Yew>Tal Thi>WWi Tha>EWi DrP>Wdr DrD>Coo RtG>Whl LfG>WhH VtM>TiH \
    SdM>Zoo BlG>Box WhF>Fsq RlW>SEg RlF>HFl CmH>Hgr GoA>Wwf OxT>BGn DrT>RGn Nrt>Tlp Int>Hlm FlD>Dbl \
    VOx>Psn Kyl>KLi Phx>QCn Kam>AEm DNi>Frg Cu>Lo Hu>Im Rrd>FiD Frd>WBf C>Sq BD>Ce RtN>GBd LfN>GDr A>Sc \
    D>DK W>Za F>Zi Ot>Mi Be>So EBa>Cst WBa>Roy Ov>Nr Un>Da Ch>Oc Wa>Sp N>R Der>Ha Twi>MdH Tgo>MrH SG>Vu \
    CG>Ib DEl>EP BT>TP Fu>Z Ber>MkT P>Ta Gu>B GBt>Trb GAl>Sul La>Pa Ba>Ra";

/// The promotions of each piece in the first custom game.
const BILLIARDS_PROMOTIONS: &str = "K P>RB SB>OB OB>RB FB>RN";

/// The promotions of each piece in the game with limits.
const CITADEL_PROMOTIONS: &str = "K P>R F>N W";

/// The greatest number of each type that a side may have after a promotion (R30).
const CITADEL_LIMITS: &[(&str, usize)] = &[("R", 1), ("N", 2)];

/// The default array (K20).
const SCIROCCO: &str = "\
    (Wa)(D)(Go)(Der)(C)(N)1(St)(A)(Ch)\
    /1(Ma)(Sc)(Co)(F)(W)(K)(Sc)(Pr)1\
    /(P)(P)(Gu)(P)(P)(P)(P)(Gu)(P)(P)\
    /10\
    /10\
    /10\
    /10\
    /[P][P][Gu][P][P][P][P][Gu][P][P]\
    /1[Pr][Sc][K][W][F][Co][Sc][Ma]1\
    /[Ch][A][St]1[N][C][Der][Go][D][Wa] b";

/// The default array (K20).
const SCIROCCO_1999: &str = "\
    (Wa)1(Go)(Der)(C)(N)1(St)1(Ch)\
    /1(Ma)(Sc)(Co)(F)(W)(K)(Sc)(Pr)1\
    /(P)(P)(Gu)(P)(P)(P)(P)(Gu)(P)(P)\
    /10\
    /10\
    /10\
    /10\
    /[P][P][Gu][P][P][P][P][Gu][P][P]\
    /1[Pr][Sc][K][W][F][Co][Sc][Ma]1\
    /[Ch]1[St]1[N][C][Der][Go]1[Wa] b";

/// The default array (K20).
const TYPHOON: &str = "\
    (GW)(Pr)(Go)(Sa)(FL)(Co)(K)(GG)(Ci)(St)(Ma)(FH)\
    /(Hu)1(BD)1(D)(F)(W)(A)1(C)1(Cu)\
    /(Be)(Un)(Wa)(Der)(CG)(BT)(DEl)(SG)(N)(Ch)(Ov)(Ot)\
    /(Fu)(P)(P)(Gu)(P)(P)(P)(P)(Gu)(P)(P)(Fu)\
    /3(Ba)4(La)3\
    /12\
    /12\
    /3[La]4[Ba]3\
    /[Fu][P][P][Gu][P][P][P][P][Gu][P][P][Fu]\
    /[Ot][Ov][Ch][N][SG][DEl][BT][CG][Der][Wa][Un][Be]\
    /[Cu]1[C]1[A][W][F][D]1[BD]1[Hu]\
    /[FH][Ma][St][Ci][GG][K][Co][FL][Sa][Go][Pr][GW] b";

/// The default array (K20).
const JUPITER: &str = "\
    (GW)(Haw)(Pr)(Go)(Sa)(Cro)(FL)(Co)(K)(GG)(Tou)(Ci)(St)(Ma)(Hoo)(FH)\
    /(Cbo)(Yew)1(Tha)1(DrD)(LfG)(SdM)(VtM)(RtG)(DrP)1(Thi)1(Eye)(Bln)\
    /(WhF)(RlF)(GoA)(DrT)(Int)(VOx)(Phx)(DNi)(Kam)(Kyl)(FlD)(Nrt)(OxT)(CmH)(RlW)(BlG)\
    /(Hu)(Frd)1(BD)1(LfN)(D)(F)(W)(A)(RtN)1(C)1(Rrd)(Cu)\
    /(Be)(WBa)(Un)(Wa)(Der)(Tgo)(CG)(BT)(DEl)(SG)(Twi)(N)(Ch)(Ov)(EBa)(Ot)\
    /(Fu)(Ber)(Ber)(P)(P)(Gu)(P)(P)(P)(P)(Gu)(P)(P)(Ber)(Ber)(Fu)\
    /2(GAl)2(Ba)4(La)2(GBt)2\
    /16\
    /16\
    /2[GBt]2[La]4[Ba]2[GAl]2\
    /[Fu][Ber][Ber][P][P][Gu][P][P][P][P][Gu][P][P][Ber][Ber][Fu]\
    /[Ot][EBa][Ov][Ch][N][Twi][SG][DEl][BT][CG][Tgo][Der][Wa][Un][WBa][Be]\
    /[Cu][Rrd]1[C]1[RtN][A][W][F][D][LfN]1[BD]1[Frd][Hu]\
    /[BlG][RlW][CmH][OxT][Nrt][FlD][Kyl][Kam][DNi][Phx][VOx][Int][DrT][GoA][RlF][WhF]\
    /[Bln][Eye]1[Thi]1[DrP][RtG][VtM][SdM][LfG][DrD]1[Tha]1[Yew][Cbo]\
    /[FH][Hoo][Ma][St][Ci][Tou][GG][K][Co][FL][Cro][Sa][Go][Pr][Haw][GW] b";

/// The array of the first custom game.
const BILLIARDS: &str = "\
    (RB)(RN)(SB)(FB)(K)(RN)(RB)(OB)\
    /(P)(P)(P)(P)(P)(P)(P)(P)\
    /8\
    /8\
    /8\
    /8\
    /[P][P][P][P][P][P][P][P]\
    /[OB][RB][RN][K][FB][SB][RN][RB] b";

/// The array of the game with limits.
const CITADEL: &str = "\
    (R)(N)(F)(K)(W)(N)(F)\
    /(P)(P)(P)(P)(P)(P)(P)\
    /7\
    /7\
    /7\
    /[P][P][P][P][P][P][P]\
    /[F][N][W][K][F][N][R] b";
