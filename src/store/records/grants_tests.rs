//! Golden bytes of given roles.

use super::tests::{AT, Sample, id, sample};
use crate::domain::{
    grants::{GrantedRole, Grants, RoleGrant},
    permission::Scope,
};

pub(super) fn samples() -> Vec<Sample> {
    let some = Scope::Tests([id(3), id(4)].into());
    let items = vec![
        RoleGrant { role: GrantedRole::HiringManager, scope: some },
        RoleGrant { role: GrantedRole::Proctor, scope: Scope::All },
    ];
    vec![sample("grants", &Grants { user_id: id(1), items, version: 3, by: Some(id(2)), at: AT })]
}
