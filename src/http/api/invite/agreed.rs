//! Accommodations of a person beside extra time (docs/behaviour/taking.md#accommodations).

use crate::{
    app::App,
    domain::{
        Result,
        arrangement::{Agreed, Breaks},
    },
    http::{
        error::ApiResult,
        extract::{Query, Within},
    },
    service::{actor::Inviter, invite::agreed},
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Breaks that the candidate takes alone.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
#[schema(as = AgreedBreaks)]
pub struct BreaksBody {
    /// 1 to 20.
    count: u32,
    /// 1 to 480: of each break, or of all together.
    minutes: u32,
    /// The minutes are those of all breaks together.
    #[serde(default)]
    #[schema(required = false)]
    in_sum: bool,
}

impl From<Breaks> for BreaksBody {
    fn from(Breaks { count, minutes, in_sum }: Breaks) -> Self {
        Self { count, minutes, in_sum }
    }
}

/// Accommodations beside extra time, to be given.
#[derive(Clone, Default, Deserialize, ToSchema)]
pub struct AgreedInput {
    /// Breaks that the candidate takes alone, during which the clock stands still.
    #[serde(default)]
    breaks: Option<BreaksBody>,
    /// The page of the test begins with larger type.
    #[serde(default)]
    #[schema(required = false)]
    larger_type: bool,
    /// The page asks for no camera, and the attempt does not count as unmonitored.
    #[serde(default)]
    #[schema(required = false)]
    no_camera: bool,
    /// Who helps in the room, for the proctors; one line, at most 200 characters.
    #[serde(default)]
    helper: Option<String>,
}

impl AgreedInput {
    /// # Errors
    /// 422 by field.
    pub fn agreed(self) -> Result<Agreed> {
        let breaks = self.breaks.map(|b| Breaks { count: b.count, minutes: b.minutes, in_sum: b.in_sum });
        let (larger_type, no_camera) = (self.larger_type, self.no_camera);
        Agreed { breaks, larger_type, no_camera, helper: self.helper.unwrap_or_default() }.check()
    }

    pub const fn is_blank(&self) -> bool {
        self.breaks.is_none() && !self.larger_type && !self.no_camera && self.helper.is_none()
    }
}

/// Accommodations beside extra time, as staff see them.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Agreed)]
pub struct AgreedBody {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    breaks: Option<BreaksBody>,
    larger_type: bool,
    /// The candidate takes the test without a camera, by agreement.
    no_camera: bool,
    /// Who helps in the room; blank if no one does.
    helper: String,
}

impl AgreedBody {
    /// `None` where nothing is agreed.
    pub fn unless_nothing(agreed: Agreed) -> Option<Self> {
        (!agreed.is_nothing()).then(|| Self {
            breaks: agreed.breaks.map(Into::into),
            larger_type: agreed.larger_type,
            no_camera: agreed.no_camera,
            helper: agreed.helper,
        })
    }
}

/// The person whose agreed adjustments are read.
#[derive(Deserialize, IntoParams)]
pub struct AgreedQuery {
    #[serde(default)]
    email: String,
}

/// Accommodations of a person at their last invitation.
#[derive(Serialize, ToSchema)]
pub struct LastAgreed {
    /// Absent where no extra time was agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    extra_minutes: Option<u32>,
    /// The same in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    extra_percent: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    agreed: Option<AgreedBody>,
}

impl From<agreed::LastAgreed> for LastAgreed {
    fn from(found: agreed::LastAgreed) -> Self {
        Self {
            extra_minutes: found.extra.in_minutes(),
            extra_percent: found.extra.percent(),
            agreed: AgreedBody::unless_nothing(found.agreed),
        }
    }
}

/// Get what was agreed with a person at the latest invitation that the caller may see, to be offered at the next one. Of
/// someone without one, it is empty.
#[utoipa::path(get, path = "/invites/agreed", tag = "invites", operation_id = "last_agreed", params(AgreedQuery),
    responses((status = 200, body = LastAgreed)))]
pub async fn last(
    State(app): State<App>,
    Within(by): Within<Inviter>,
    Query(query): Query<AgreedQuery>,
) -> ApiResult<Json<LastAgreed>> {
    Ok(Json(agreed::last(&app, &by, &query.email)?.into()))
}
