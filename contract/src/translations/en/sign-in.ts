/** The way into an account: letters that are answered, new passwords, other services. */
export const signIn = {
  'auth_pages.to_sign_in': 'Back to sign-in',
  'auth_pages.send_again': 'Send it again',
  'auth_pages.sent_again': 'Another letter is on its way.',

  'password_reset.title': 'Forgotten your password?',
  'password_reset.lead': 'Tell us your address, and we send you a link to choose a new one.',
  'password_reset.submit': 'Send the link',

  'new_password.title': 'Choose a password',
  'new_password.lead': 'Afterwards every device is signed out, and you sign in with it.',
  'new_password.field': 'New password',
  'new_password.submit': 'Save the password',
  'new_password.done': 'Your new password is saved. Sign in with it.',
  'new_password.ask_again': 'Ask for a new link',

  'sent.title': 'Look into your mailbox',
  'sent.confirm':
    'We have written to {{email}}. Follow the link in the letter, and your account is ready. If nothing comes, look among your unwanted mail.',
  'sent.recover':
    'If {{email}} has an account here, a link for a new password is on its way. If nothing comes, look among your unwanted mail.',

  'verified.checking': 'Confirming your address…',
  'verified.gone': 'This link no longer works',
  'verified.gone_text':
    'It was used already, or its time is over. If your address is confirmed, simply sign in; if not, you can ask for another letter there.',
  'verified.failed': 'Your address could not be confirmed',

  'sign_in.send_letter': 'Send me the letter to confirm it',

  'social.or': 'Or continue with',
  'social.with': 'Continue with {{provider}}',
  'social.taken': 'There is an account with this address already. Sign in with its password.',
  'social.unverified': 'Look into your mailbox: a letter to your address says how you get in.',
  'social.no_address': 'That service did not tell us an address of yours.',
  'social.closed': 'This server does not take new accounts at the moment.',
  'social.cancelled': 'You did not go on. Nothing has happened.',
  'social.failed': 'That did not work. Please try once more.',

  'invitation.unverified':
    'Before you answer, confirm that this address is yours: open the invitation from its letter, or let us send you a link.',
  'invitation.send_link': 'Send me the link',
} as const
