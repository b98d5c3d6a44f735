//! Golden bytes of sign-in: sessions, links that set a new password, second factors, the rules for both, and tokens of programs.

use super::tests::{AT, Sample, id, sample};
use crate::domain::{
    api_token::ApiToken,
    digest::DigestChoice,
    directory::{DirectoryLink, GroupRole, GroupRoleKind, OidcProvider, OidcSettings, Side},
    grants::{GrantedRole, Scope, TokenReach, TokenRole},
    ldap::{DirectoryKind, LdapSettings},
    password_policy::PasswordPolicy,
    password_reset::PasswordReset,
    second_factor::{SecondFactor, SecondFactorPolicy},
    time::MINUTE,
    user::{ProvidedSession, Session, SessionOrigin},
};

pub(super) fn samples() -> Vec<Sample> {
    let session = Session {
        id: id(2),
        user_id: id(1),
        token_version: 3,
        created_at: AT,
        last_seen_at: AT.plus(MINUTE),
        origin: Some(Box::new(SessionOrigin { device: "Firefox on Linux".into(), network: "192.0.2.0/24".into() })),
        provided: Some(Box::new(ProvidedSession { provider: "corp".into(), sid: "s-1".into() })),
        tokens_sealed: Some(vec![1, 2, 3]),
    };
    let reset = PasswordReset { user_id: id(1), token_hash: [8; 32], salt: [9; 16], made_at: AT, token_version: 3 };
    let factor = SecondFactor {
        user_id: id(1),
        secret_sealed: vec![1, 2, 3],
        confirmed_at: Some(AT.plus(MINUTE)),
        last_step: 59_081_280,
        recovery: vec![[4; 32], [5; 32]],
        made_at: AT,
    };
    let demanded = SecondFactorPolicy {
        for_admins: true,
        for_reviewers: false,
        grace_days: 14,
        admins_since: Some(AT),
        reviewers_since: None,
    };
    let token = ApiToken {
        id: id(14),
        owner: id(1),
        name: "nightly".into(),
        token_hash: [7; 32],
        reach: TokenReach { role: TokenRole::Viewer, scope: Scope::Tests([id(3)].into()) },
        made_at: AT,
        expires_at: AT.plus(MINUTE),
        last_used_at: None,
    };
    let of_site = ApiToken {
        reach: TokenReach { role: TokenRole::Admin, scope: Scope::All },
        last_used_at: Some(AT),
        ..token.clone()
    };
    let link = DirectoryLink {
        user_id: id(1),
        provider: "corp".into(),
        subject_hash: [6; 32],
        linked_at: AT,
        seen_at: AT.plus(MINUTE),
    };
    let row = |group: &str, role, scope| GroupRole { group: group.into(), role, scope };
    let provider = OidcProvider {
        id: "corp".into(),
        label: "Example Corp".into(),
        issuer: "https://id.example.org".into(),
        client_id: "invigil".into(),
        secret_sealed: Some(vec![1, 2, 3]),
        scopes: "openid email".into(),
        groups_claim: "realm_access.roles".into(),
        side: Side::Staff,
        roles: vec![
            row("root", GroupRoleKind::Admin, Scope::All),
            row("markers", GroupRoleKind::Reviewer, Scope::All),
            row("hr", GroupRoleKind::Given(GrantedRole::Recruiter), Scope::Tests([id(3)].into())),
        ],
        trusts_email: true,
        links_accounts: false,
        ca: "-----BEGIN CERTIFICATE-----".into(),
    };
    let directory = LdapSettings {
        servers: vec!["ldaps://dc1.example.org".into(), "ldap://dc2.example.org:1389".into()],
        bind_dn: "cn=invigil,dc=example,dc=org".into(),
        password_sealed: Some(vec![1, 2, 3]),
        base_dn: "dc=example,dc=org".into(),
        group_base: "ou=groups,dc=example,dc=org".into(),
        roles: vec![row("cn=hr,ou=groups,dc=example,dc=org", GroupRoleKind::Reviewer, Scope::All)],
        links_accounts: true,
        ca: "-----BEGIN CERTIFICATE-----".into(),
        ..LdapSettings::of_kind(DirectoryKind::ActiveDirectory)
    };
    let digest = DigestChoice { user_id: id(1), hour: 8, time_zone: "Europe/Berlin".into(), next_at: AT };
    vec![
        sample("sessions", &session),
        sample("daily summaries", &digest),
        sample("LDAP settings", &directory),
        sample("directory links", &link),
        sample("OIDC settings", &OidcSettings { providers: vec![provider] }),
        sample("API tokens", &token),
        sample("API tokens of the site", &of_site),
        sample("password resets", &reset),
        sample("second factors", &factor),
        sample("password settings", &PasswordPolicy { min_length: 12, refuse_common: true }),
        sample("second factor settings", &demanded),
    ]
}
