//! The choices of interactions.

use super::xml::XmlElement;
use crate::service::import::kinds;

/// Choices of an interaction, in the order of the file.
pub enum Choices<'e> {
    /// The interaction asks for a text or a number.
    None,
    One(Vec<&'e XmlElement>),
    /// Two sets, of which pairs are made.
    Two(Vec<&'e XmlElement>, Vec<&'e XmlElement>),
}

/// Whether a choice can be taken only so often.
pub fn has_limits(interaction: &XmlElement) -> bool {
    let most = |choice: &&XmlElement| choice.attribute("matchmax").is_none_or(|most| most.trim() != "0");
    interaction.all("gaptext").iter().any(most)
}

/// The choices of which any two can be a pair.
///
/// # Errors
/// More choices than are read.
pub fn associated(interaction: &XmlElement) -> Result<XmlList<'_>, &'static str> {
    let list = interaction.all("simpleassociablechoice");
    bounded(&[&list])?;
    Ok(list)
}

fn bounded(lists: &[&XmlList<'_>]) -> Result<(), &'static str> {
    if lists.iter().any(|list| list.len() > kinds::MAX_PARTS) { Err("it has more than 200 choices") } else { Ok(()) }
}

/// # Errors
/// A kind of interaction that is not supported, and more choices than are read.
pub fn choices(interaction: &XmlElement) -> Result<Choices<'_>, &'static str> {
    match interaction.name.as_str() {
        "textentryinteraction" | "extendedtextinteraction" | "sliderinteraction" => Ok(Choices::None),
        "choiceinteraction" | "orderinteraction" => {
            let list = interaction.all("simplechoice");
            bounded(&[&list])?;
            Ok(Choices::One(list))
        }
        "inlinechoiceinteraction" => {
            let list = interaction.all("inlinechoice");
            bounded(&[&list])?;
            Ok(Choices::One(list))
        }
        "hottextinteraction" => {
            let list = interaction.all("hottext");
            bounded(&[&list])?;
            Ok(Choices::One(list))
        }
        "gapmatchinteraction" => {
            if !interaction.all("gapimg").is_empty() {
                return Err("pictures are put into its gaps");
            }
            let list = interaction.all("gaptext");
            bounded(&[&list])?;
            Ok(Choices::One(list))
        }
        "matchinteraction" => {
            let sets = interaction.named("simplematchset");
            let [left, right] = sets.as_slice() else { return Err("it does not have two sets to match") };
            let (left, right) = (left.all("simpleassociablechoice"), right.all("simpleassociablechoice"));
            bounded(&[&left, &right])?;
            Ok(Choices::Two(left, right))
        }
        _ => Err("this kind of interaction is not supported"),
    }
}

type XmlList<'e> = Vec<&'e XmlElement>;
