/** Letters that the server sends. */
export const mail = {
  'mail.reason': 'You get this because somebody used your address with {{app}}.',
  'mail.reason_account': 'You get this because you have an account with {{app}}.',
  'mail.link_dead': 'If the button does nothing, copy this address into your browser:',
  'mail.valid_until': 'Open until',
  'mail.valid_always': 'No end',

  'mail.confirm_address.subject': 'Confirm your address for {{app}}',
  'mail.confirm_address.title': 'Welcome! One thing is left',
  'mail.confirm_address.text':
    'An account with {{app}} was made with this address. Confirm that the address is yours, and you can sign in.',
  'mail.confirm_address.button': 'Confirm my address',
  'mail.confirm_address.not_you':
    'If this was not you, do nothing: without your confirmation nobody can use the account.',

  'mail.account_exists.subject': 'You already have an account with {{app}}',
  'mail.account_exists.title': 'Your account is here already',
  'mail.account_exists.text':
    'Somebody wanted to make an account with {{app}} for this address, which already has one. If it was you, simply sign in.',
  'mail.account_exists.button': 'Sign in',
  'mail.account_exists.forgotten': 'Choose a new password',
  'mail.account_exists.not_you':
    'If this was not you, nothing has changed and there is nothing to do.',

  'mail.recover_password.subject': 'Choose a password for {{app}}',
  'mail.recover_password.title': 'Choose a password',
  'mail.recover_password.text':
    'You asked for a link to choose a password. The button leads to where you choose it. It works once; every device is signed out then.',
  'mail.recover_password.button': 'Choose a password',
  'mail.recover_password.not_you': 'If this was not you, do nothing: everything stays as it is.',

  'mail.account_alert.when': 'When',
  'mail.account_alert.not_you':
    'If this was you, all is well. If it was not, choose a new password at once: that ends every session on every device.',
  'mail.account_alert.end_sessions': 'Choose a new password',
  'mail.account_alert.left':
    'Passkeys and access tokens stay as they are. Look at them afterwards, and remove what is not yours.',
  'mail.account_alert.look': 'Look at my account',

  'mail.archive_ready.subject': 'Your archive of {{app}} is ready',
  'mail.archive_ready.title': 'Your archive is ready',
  'mail.archive_ready.text':
    'Everything that is yours with {{app}} is in one archive now ({{size}}). Sign in to download it.',
  'mail.archive_ready.button': 'Go to your data',
  'mail.archive_ready.not_you':
    'If you did not ask for it, change your password: somebody else is in your account.',

  'mail.account_deleted.subject': 'Your account with {{app}} is deleted',
  'mail.account_deleted.title': 'Your account is deleted',
  'mail.account_deleted.text':
    'Your account with {{app}} was deleted on {{date}}, with everything in it. Every device is signed out, and your links lead nowhere.',
  'mail.account_deleted.again':
    'There is nothing left to do. Should you want to come back, your address is free for a new account.',

  'mail.team_invitation.subject': '{{inviter}} invites you to {{folder}}',
  'mail.team_invitation.title': 'Join {{folder}}',
  'mail.team_invitation.edit':
    '{{inviter}} invites you to the team folder {{folder}}. You can see, add and change what is in it.',
  'mail.team_invitation.view':
    '{{inviter}} invites you to the team folder {{folder}}. You can see and download what is in it.',
  'mail.team_invitation.button': 'Look at the invitation',
  'mail.team_invitation.newcomer':
    'You have no account yet. Make one with this very address, and the folder is yours to open.',
  'mail.team_invitation.newcomer_button': 'Make an account and join',

  'mail.share_link.subject': '{{sender}} shares {{item}} with you',
  'mail.share_link.text': '{{sender}} shares {{item}} with you.',
  'mail.share_link.button': 'Open {{item}}',
  'mail.share_link.password': 'It is protected: ask {{sender}} for the password.',

  'mail.upload_request.subject': '{{asker}} asks you for files',
  'mail.upload_request.text': '{{asker}} asks you to send files for {{name}}. You need no account.',
  'mail.upload_request.button': 'Send files',

  'mail.upload_request_filled.subject': 'Files for {{name}} are here',
  'mail.upload_request_filled.text_one':
    'What you asked for is here: {{count, number}} file for {{name}}.',
  'mail.upload_request_filled.text_other':
    'What you asked for is here: {{count, number}} files for {{name}}.',
  'mail.upload_request_filled.missing': 'Still missing: {{missing}}.',
  'mail.upload_request_filled.button': 'Show the files',

  'mail.contact.subject': 'A message through {{app}}',
  'mail.contact.title': 'Somebody has written to you',
  'mail.contact.from': 'From',
  'mail.contact.unproven':
    'The address is as it was given, and not proven. Answer in a new letter to it.',

  'mail.upload_receipt.subject': 'Receipt: your files for {{name}}',
  'mail.upload_receipt.title': 'Your files have arrived',
  'mail.upload_receipt.text_one':
    '{{receiver}} has received {{count, number}} file ({{size, bytes}}) from you for {{name}}, on {{date}}.',
  'mail.upload_receipt.text_other':
    '{{receiver}} has received {{count, number}} files ({{size, bytes}}) from you for {{name}}, on {{date}}.',
  'mail.upload_receipt.file': 'File',
  'mail.upload_receipt.size': 'Size',
  'mail.upload_receipt.hash': 'SHA-256',
  'mail.upload_receipt.more_one': 'and {{count, number}} more file',
  'mail.upload_receipt.more_other': 'and {{count, number}} more files',
  'mail.upload_receipt.proof':
    'The SHA-256 is a fingerprint of the file: whoever computes it anew sees whether the file is still the one you sent.',
} as const
