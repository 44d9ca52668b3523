export const signInSettings = {
  'sign_in_settings.title': 'Sign-in',
  'sign_in_settings.registration': 'Registration',
  'sign_in_settings.registration_who': 'Who can create an account',
  'sign_in_settings.registration_open': 'Everyone',
  'sign_in_settings.registration_open_text': 'The sign-up page is open to all.',
  'sign_in_settings.registration_domains': 'Some email domains',
  'sign_in_settings.registration_domains_text':
    'Only addresses of the domains you name, and invited people.',
  'sign_in_settings.registration_invited': 'Invited people only',
  'sign_in_settings.registration_invited_text':
    'Accounts are created by admins or by an invitation.',
  'sign_in_settings.registration_domains_label': 'Email domains',
  'sign_in_settings.registration_domains_help': 'With commas between them.',
  'sign_in_settings.registration_domains_empty':
    'Enter at least one domain. Until then, everyone can create an account.',
  'sign_in_settings.user_verification': 'Email verification',
  'sign_in_settings.user_verification_help':
    'Whether people must open the link in an email before they can sign in.',
  'sign_in_settings.verification_auto': 'When emails can be sent',
  'sign_in_settings.verification_on': 'Always',
  'sign_in_settings.verification_off': 'Never',
  'sign_in_settings.security': 'Security',
  'sign_in_settings.two_factor_required': 'Require two-factor sign-in',
  'sign_in_settings.two_factor_required_help':
    'Users without a second factor must set one up before they can see their files.',
  'sign_in_settings.session_days': 'Session length',
  'sign_in_settings.session_days_help_one':
    'A session expires after {{count, number}} day without use.',
  'sign_in_settings.session_days_help_other':
    'A session expires after {{count, number}} days without use.',
  'sign_in_settings.provider_text': 'People with a {{name}} account sign in without a password.',
  'sign_in_settings.provider_allowed': 'Sign in with {{name}}',
  'sign_in_settings.provider_allowed_help': 'Offered once the ID and secret have passed the test.',
  'sign_in_settings.client_id': 'Client ID of {{name}}',
  'sign_in_settings.client_secret': 'Client secret of {{name}}',
  'sign_in_settings.callback': 'Callback address',
  'sign_in_settings.callback_help': 'Enter it at {{name}} as the allowed redirect address.',
  'sign_in_settings.test': 'Test',
  'sign_in_settings.test_text':
    'Asks {{name}} whether it accepts this ID, secret and callback address. Sign-in can only be turned on after a passed test.',
  'sign_in_settings.test_accepted': '{{name}} accepts the ID, secret and callback address.',
  'sign_in_settings.test_refused': '{{name}} refuses the ID or secret.',
  'sign_in_settings.test_callback_refused':
    '{{name}} refuses the callback address. Register it there first.',
  'sign_in_settings.test_unknown':
    '{{name}} didn’t say whether the ID and secret are correct. Try to sign in with it.',
  'sign_in_settings.openid': 'OpenID Connect',
  'sign_in_settings.openid_text':
    'People sign in with the account of your organisation: Keycloak, Entra ID, Okta, Authentik and others.',
  'sign_in_settings.openid_allowed': 'Sign in with OpenID Connect',
  'sign_in_settings.openid_allowed_help': 'Can be turned on after a test sign-in has worked.',
  'sign_in_settings.openid_issuer': 'Issuer',
  'sign_in_settings.openid_issuer_help':
    'The address of the provider, as it appears in its tokens.',
  'sign_in_settings.openid_client_id': 'Client ID',
  'sign_in_settings.openid_client_secret': 'Client secret',
  'sign_in_settings.openid_callback_help':
    'Enter it at the provider as the allowed redirect address.',
  'sign_in_settings.openid_scopes': 'Scopes',
  'sign_in_settings.openid_scopes_help':
    'With spaces between them. The provider must return the email and whether it is verified.',
  'sign_in_settings.openid_label': 'Text of the button',
  'sign_in_settings.openid_label_help':
    'For example “Sign in with Example Inc.”. Empty: Single sign-on.',
  'sign_in_settings.openid_creates_accounts': 'Create accounts at the first sign-in',
  'sign_in_settings.openid_creates_accounts_help':
    'As far as registration allows it. When off, only existing users sign in this way.',
  'sign_in_settings.openid_role_claim': 'Claim for the role',
  'sign_in_settings.openid_role_claim_help':
    'Dots separate levels, such as realm_access.roles. Empty: roles are set here.',
  'sign_in_settings.openid_admin_value': 'Value of administrators',
  'sign_in_settings.openid_admin_value_help':
    'Users whose claim contains it become administrators; others lose the role, except the last one. Without the claim, only users who became administrators by it lose the role.',
  'sign_in_settings.openid_test': 'Test sign-in',
  'sign_in_settings.openid_test_text':
    'Finds the provider and signs you in there once. Nothing changes for others.',
  'sign_in_settings.openid_test_save': 'Save your changes, then test them.',
  'sign_in_settings.openid_found': 'The provider was found. Opening its sign-in page…',
  'sign_in_settings.openid_not_found': 'No OpenID Connect provider was found at this issuer.',
  'sign_in_settings.openid_result_passed': 'The test sign-in worked. You can turn it on now.',
  'sign_in_settings.openid_result_email_unverified':
    'The test sign-in worked. You can turn it on now. The provider does not confirm that email addresses are verified: new users must confirm their address by email, and existing accounts cannot be linked. To change this, configure the provider to send the claim email_verified with the value true.',
  'sign_in_settings.openid_result_no_role_claim':
    'The test sign-in worked. You can turn it on now. The provider does not send the claim for the role, so signing in changes no role. Check the name of the claim and the scopes.',
  'sign_in_settings.openid_result_cancelled': 'The test sign-in was cancelled.',
  'sign_in_settings.openid_result_no_email':
    'The provider returned no email address. Check the scopes.',
  'sign_in_settings.openid_result_failed':
    'The test sign-in failed. Check the client secret and the redirect address.',
} as const
