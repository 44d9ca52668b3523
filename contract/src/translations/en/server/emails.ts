/** Emails that the server sends. */
export const emails = {
  'emails.reason': 'You received this email because your email address was used on {{app}}.',
  'emails.reason_account': 'You received this email because you have an account on {{app}}.',
  'emails.link_fallback': 'If the button doesn’t work, copy this link into your browser:',
  'emails.valid_until': 'Valid until',
  'emails.valid_always': 'No expiry',

  'emails.confirm_address.subject': 'Confirm your email for {{app}}',
  'emails.confirm_address.title': 'Confirm your email',
  'emails.confirm_address.text':
    'An account on {{app}} was created with this email address. Confirm that it’s yours, then sign in.',
  'emails.confirm_address.button': 'Confirm email',
  'emails.confirm_address.not_you':
    'If this wasn’t you, ignore this email. The account can’t be used without your confirmation.',
  'emails.confirm_address.change_text':
    'This email address was entered as the new one of an account on {{app}}. Confirm that it’s yours, then sign in with it.',
  'emails.confirm_address.change_not_you':
    'If the account isn’t yours, ignore this email. It keeps its current address without your confirmation.',

  'emails.account_exists.subject': 'You already have an account with {{app}}',
  'emails.account_exists.title': 'You already have an account',
  'emails.account_exists.text':
    'We received a request to create an account on {{app}} with this email address, but you already have one. If it was you, sign in.',
  'emails.account_exists.button': 'Sign in',
  'emails.account_exists.forgotten': 'Choose a new password',
  'emails.account_exists.not_you': 'If this wasn’t you, ignore this email. Nothing has changed.',

  'emails.user_invitation.subject': '{{inviter}} invited you to {{app}}',
  'emails.user_invitation.title': 'Welcome to {{app}}',
  'emails.user_invitation.text':
    '{{inviter}} created an account for you. Choose a password to start.',
  'emails.user_invitation.button': 'Choose password',
  'emails.user_invitation.not_you': 'If you don’t know the sender, ignore this email.',
  'emails.recover_password.subject': 'Choose a password for {{app}}',
  'emails.recover_password.title': 'Choose a password',
  'emails.recover_password.text':
    'You asked for a link to choose a password. Use the button below; it works once. Afterwards you are signed out on all devices.',
  'emails.recover_password.button': 'Choose password',
  'emails.recover_password.not_you': 'If this wasn’t you, ignore this email. Nothing has changed.',

  'emails.account_alert.when': 'Time',
  'emails.account_alert.not_you':
    'If this was you, no action is needed. If not, choose a new password now: it signs out all devices.',
  'emails.account_alert.end_sessions': 'Choose a new password',
  'emails.account_alert.left':
    'Passkeys and access tokens are not affected. Review them and remove any you don’t recognise.',
  'emails.account_alert.look': 'Review my account',

  'emails.data_export_ready.subject': 'Your {{app}} data export is ready',
  'emails.data_export_ready.title': 'Your data export is ready',
  'emails.data_export_ready.text':
    'Your data from {{app}} is ready as one ZIP file ({{size}}). Sign in to download it.',
  'emails.data_export_ready.button': 'Go to your data',
  'emails.data_export_ready.not_you':
    'If you didn’t request this export, change your password: someone else may have access to your account.',

  'emails.account_deleted.subject': 'Your {{app}} account was deleted',
  'emails.account_deleted.title': 'Your account was deleted',
  'emails.account_deleted.text':
    'Your account on {{app}} and its data were deleted on {{date}}. You were signed out on all devices, and your links no longer work. Invoices are kept as long as the law requires.',
  'emails.account_deleted.again':
    'No action is needed. You can create a new account with this email address at any time.',

  'emails.team_invitation.subject': '{{inviter}} invites you to {{folder}}',
  'emails.team_invitation.title': 'Join {{folder}}',
  'emails.team_invitation.edit':
    '{{inviter}} invites you to the team folder {{folder}}. You can view, add and edit its contents.',
  'emails.team_invitation.view':
    '{{inviter}} invites you to the team folder {{folder}}. You can view and download its contents.',
  'emails.team_invitation.button': 'View invitation',
  'emails.team_invitation.newcomer':
    'You don’t have an account yet. Create one with this email address to open the folder.',
  'emails.team_invitation.newcomer_button': 'Create account and join',

  'emails.share_link.subject': '{{sender}} shared {{item}} with you',
  'emails.share_link.text': '{{sender}} shared {{item}} with you.',
  'emails.share_link.button': 'Open {{item}}',
  'emails.share_link.password': 'It’s password-protected. Ask {{sender}} for the password.',

  'emails.upload_request.subject': '{{asker}} requested files from you',
  'emails.upload_request.text':
    '{{asker}} requested files from you for {{name}}. No account needed.',
  'emails.upload_request.button': 'Send files',

  'emails.upload_request_filled.subject': 'Files received for {{name}}',
  'emails.upload_request_filled.text_one': 'You received {{count, number}} file for {{name}}.',
  'emails.upload_request_filled.text_other': 'You received {{count, number}} files for {{name}}.',
  'emails.upload_request_filled.missing': 'Still missing: {{missing}}.',
  'emails.upload_request_filled.button': 'View files',

  'emails.mail_test.subject': 'Test email from {{app}}',
  'emails.mail_test.title': 'Your mail settings work',
  'emails.mail_test.text': '{{app}} sent this email on {{date}} with the settings you entered.',
  'emails.contact.subject': 'New contact message on {{app}}',
  'emails.contact.title': 'New contact message',
  'emails.contact.from': 'From',
  'emails.contact.unverified': 'Replies go to the sender’s email address, which is not verified.',

  'emails.upload_receipt.subject': 'Receipt: your files for {{name}}',
  'emails.upload_receipt.title': 'Your files were received',
  'emails.upload_receipt.text_one':
    '{{receiver}} has received {{count, number}} file ({{size, bytes}}) from you for {{name}}, on {{date}}.',
  'emails.upload_receipt.text_other':
    '{{receiver}} has received {{count, number}} files ({{size, bytes}}) from you for {{name}}, on {{date}}.',
  'emails.upload_receipt.file': 'File',
  'emails.upload_receipt.size': 'Size',
  'emails.upload_receipt.hash': 'SHA-256',
  'emails.upload_receipt.more_one': 'and {{count, number}} more file',
  'emails.upload_receipt.more_other': 'and {{count, number}} more files',
  'emails.upload_receipt.keep':
    'The SHA-256 is a fingerprint of the file. Compute it again to check that the file hasn’t changed.',
} as const
