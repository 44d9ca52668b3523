/** Sign-in pages: email confirmation, password reset, providers. */
export const signIn = {
  'auth_pages.to_sign_in': 'Back to sign-in',
  'auth_pages.send_again': 'Send again',
  'auth_pages.sent_again': 'We sent another email.',

  'password_reset.title': 'Forgot your password?',
  'password_reset.lead': 'Enter your email and we’ll send you a link to choose a new one.',
  'password_reset.submit': 'Send link',

  'new_password.title': 'Choose a password',
  'new_password.lead': 'You will be signed out on all devices. Then sign in with the new password.',
  'new_password.field': 'New password',
  'new_password.submit': 'Save password',
  'new_password.done': 'Your new password is saved. Sign in with it.',
  'new_password.expired': 'This link no longer works',
  'new_password.expired_text': 'It was already used or has expired. Request a new one.',
  'new_password.ask_again': 'Request a new link',

  'sent.title': 'Check your email',
  'sent.confirm':
    'We sent an email to {{email}}. Open its link to activate your account. If nothing arrives, check your spam folder.',
  'sent.recover':
    'If {{email}} has an account, we sent a link to choose a new password. If nothing arrives, check your spam folder.',

  'verified.checking': 'Confirming your email…',
  'verified.expired': 'This link no longer works',
  'verified.expired_text':
    'It was already used or has expired. If your email is confirmed, sign in. If not, you can request another email there.',
  'verified.without_link': 'Open the link in our email',
  'verified.without_link_text':
    'It confirms your address. Sign in to get a new email if the link no longer works.',
  'verified.failed': 'Couldn’t confirm your email',

  'sign_in.send_confirmation': 'Send confirmation email',

  'social.or': 'Or continue with',
  'social.openid': 'Single sign-on',
  'social.with': 'Continue with {{provider}}',
  'social.taken': 'An account with this email already exists. Sign in with its password.',
  'social.unverified': 'Check your email: we sent you instructions to sign in.',
  'social.no_address': 'That service didn’t share an email address with us.',
  'social.closed': 'This server isn’t accepting new accounts at the moment.',
  'social.suspended': 'This account is suspended. Ask an administrator to reactivate it.',
  'social.cancelled': 'Sign-in was cancelled.',
  'social.failed': 'Sign-in failed. Try again.',

  'invitation.unverified':
    'Confirm your email before you answer: open the invitation from its email, or request a link.',
  'invitation.send_link': 'Send link',
} as const
