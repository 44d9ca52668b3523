/** Letters that the server sends. */
export const emails = {
  'emails.reason': 'You get this because somebody used your address with {{app}}.',
  'emails.reason_account': 'You get this because you have an account with {{app}}.',
  'emails.link_dead': 'If the button does nothing, copy this address into your browser:',
  'emails.valid_until': 'Open until',
  'emails.valid_always': 'No end',

  'emails.confirm_address.subject': 'Confirm your address for {{app}}',
  'emails.confirm_address.title': 'Welcome! One thing is left',
  'emails.confirm_address.text':
    'An account with {{app}} was made with this address. Confirm that the address is yours, and you can sign in.',
  'emails.confirm_address.button': 'Confirm my address',
  'emails.confirm_address.not_you':
    'If this was not you, do nothing: without your confirmation nobody can use the account.',

  'emails.account_exists.subject': 'You already have an account with {{app}}',
  'emails.account_exists.title': 'Your account is here already',
  'emails.account_exists.text':
    'Somebody wanted to make an account with {{app}} for this address, which already has one. If it was you, simply sign in.',
  'emails.account_exists.button': 'Sign in',
  'emails.account_exists.forgotten': 'Choose a new password',
  'emails.account_exists.not_you':
    'If this was not you, nothing has changed and there is nothing to do.',

  'emails.recover_password.subject': 'Choose a password for {{app}}',
  'emails.recover_password.title': 'Choose a password',
  'emails.recover_password.text':
    'You asked for a link to choose a password. The button leads to where you choose it. It works once; every device is signed out then.',
  'emails.recover_password.button': 'Choose a password',
  'emails.recover_password.not_you': 'If this was not you, do nothing: everything stays as it is.',

  'emails.account_alert.when': 'When',
  'emails.account_alert.not_you':
    'If this was you, all is well. If it was not, choose a new password at once: that ends every session on every device.',
  'emails.account_alert.end_sessions': 'Choose a new password',
  'emails.account_alert.left':
    'Passkeys and access tokens stay as they are. Look at them afterwards, and remove what is not yours.',
  'emails.account_alert.look': 'Look at my account',

  'emails.data_export_ready.subject': 'Your archive of {{app}} is ready',
  'emails.data_export_ready.title': 'Your archive is ready',
  'emails.data_export_ready.text':
    'Everything that is yours with {{app}} is in one archive now ({{size}}). Sign in to download it.',
  'emails.data_export_ready.button': 'Go to your data',
  'emails.data_export_ready.not_you':
    'If you did not ask for it, change your password: somebody else is in your account.',

  'emails.account_deleted.subject': 'Your account with {{app}} is deleted',
  'emails.account_deleted.title': 'Your account is deleted',
  'emails.account_deleted.text':
    'Your account with {{app}} was deleted on {{date}}, with everything in it. Every device is signed out, and your links lead nowhere.',
  'emails.account_deleted.again':
    'There is nothing left to do. Should you want to come back, your address is free for a new account.',

  'emails.team_invitation.subject': '{{inviter}} invites you to {{folder}}',
  'emails.team_invitation.title': 'Join {{folder}}',
  'emails.team_invitation.edit':
    '{{inviter}} invites you to the team folder {{folder}}. You can see, add and change what is in it.',
  'emails.team_invitation.view':
    '{{inviter}} invites you to the team folder {{folder}}. You can see and download what is in it.',
  'emails.team_invitation.button': 'Look at the invitation',
  'emails.team_invitation.newcomer':
    'You have no account yet. Make one with this very address, and the folder is yours to open.',
  'emails.team_invitation.newcomer_button': 'Make an account and join',

  'emails.share_link.subject': '{{sender}} shares {{item}} with you',
  'emails.share_link.text': '{{sender}} shares {{item}} with you.',
  'emails.share_link.button': 'Open {{item}}',
  'emails.share_link.password': 'It is protected: ask {{sender}} for the password.',

  'emails.upload_request.subject': '{{asker}} asks you for files',
  'emails.upload_request.text':
    '{{asker}} asks you to send files for {{name}}. You need no account.',
  'emails.upload_request.button': 'Send files',

  'emails.upload_request_filled.subject': 'Files for {{name}} are here',
  'emails.upload_request_filled.text_one':
    'What you asked for is here: {{count, number}} file for {{name}}.',
  'emails.upload_request_filled.text_other':
    'What you asked for is here: {{count, number}} files for {{name}}.',
  'emails.upload_request_filled.missing': 'Still missing: {{missing}}.',
  'emails.upload_request_filled.button': 'Show the files',

  'emails.contact.subject': 'A message through {{app}}',
  'emails.contact.title': 'Somebody has written to you',
  'emails.contact.from': 'From',
  'emails.contact.unproven':
    'The address is as it was given, and not proven. Answer in a new letter to it.',

  'emails.upload_receipt.subject': 'Receipt: your files for {{name}}',
  'emails.upload_receipt.title': 'Your files have arrived',
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
    'The SHA-256 is a fingerprint of the file: whoever computes it anew sees whether the file is still the one you sent.',
} as const
