/** Letters that the server sends. */
export const mail = {
  'mail.reason': 'You get this because somebody used your address with {{app}}.',
  'mail.reason_account': 'You get this because you have an account with {{app}}.',
  'mail.link_dead': 'If the button does nothing, copy this address into your browser:',
  'mail.valid_until': 'Open until',
  'mail.valid_always': 'No end',

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
  'mail.upload_request_filled.button': 'Show the files',

  'mail.upload_receipt.subject': 'Receipt: your files for {{name}}',
  'mail.upload_receipt.title': 'Your files have arrived',
  'mail.upload_receipt.text_one':
    '{{receiver}} has received {{count, number}} file ({{size}}) from you for {{name}}, on {{date}}.',
  'mail.upload_receipt.text_other':
    '{{receiver}} has received {{count, number}} files ({{size}}) from you for {{name}}, on {{date}}.',
  'mail.upload_receipt.file': 'File',
  'mail.upload_receipt.size': 'Size',
  'mail.upload_receipt.hash': 'SHA-256',
  'mail.upload_receipt.more_one': 'and {{count, number}} more file',
  'mail.upload_receipt.more_other': 'and {{count, number}} more files',
  'mail.upload_receipt.proof':
    'The SHA-256 is a fingerprint of the file: whoever computes it anew sees whether the file is still the one you sent.',
} as const
