/** What notifications say, in the centre, in toasts and in letters. */
export const notifications = {
  'notification.button.show': 'Show',
  'notification.button.open': 'Open',
  'notification.button.why': 'Why',
  'notification.button.send_files': 'Send files',
  'notification.button.billing': 'Go to billing',
  'notification.button.look': 'Look into it',
  'notification.remote_done.title_one': '{{count, number}} file has come from its link',
  'notification.remote_done.title_other': '{{count, number}} files have come from their links',
  'notification.remote_done.text_one': '{{name}} is among your files.',
  'notification.remote_done.text_other': '{{name}} was the last of them.',
  'notification.remote_failed.title_one': '{{count, number}} file could not be fetched',
  'notification.remote_failed.title_other': '{{count, number}} files could not be fetched',
  'notification.remote_failed.text':
    '{{done, number}} of {{total, number}} have come from their links.',
  'notification.team_invitation.title': 'Invitation to {{folder}}',
  'notification.team_invitation.text': '{{inviter}} would like you to join this team folder.',
  'notification.team_invitation_accepted.title': 'Invitation to {{folder}} accepted',
  'notification.team_invitation_accepted.text':
    'You joined this team folder. {{inviter}} invited you.',
  'notification.team_invitation_declined.title': 'Invitation to {{folder}} declined',
  'notification.team_invitation_declined.text': 'You declined the invitation from {{inviter}}.',
  'notification.files_asked.title': '{{asker}} asks you for files',
  'notification.files_asked.text': 'For: {{name}}',
  'notification.request_filled.title': 'Files for {{name}} are here',
  'notification.request_filled.text_one':
    '{{count, number}} file has come in through your request.',
  'notification.request_filled.text_other':
    '{{count, number}} files have come in through your request.',
  'notification.request_incomplete.title': 'Files for {{name}} are here, but not all documents',
  'notification.request_incomplete.text_one':
    '{{count, number}} file has come in through your request. Still missing: {{missing}}.',
  'notification.request_incomplete.text_other':
    '{{count, number}} files have come in through your request. Still missing: {{missing}}.',
  'notification.link_guessed.title': 'Somebody guesses at the password of {{item}}',
  'notification.link_guessed.text':
    '{{count, number}} wrong tries in a quarter of an hour. Further ones are held back; you can change the password or end the link.',
  'notification.password_changed.title': 'Your account has a new password',
  'notification.password_changed.text': 'Every other session has ended.',
  'notification.two_factor_on.title': 'Two-factor sign-in was turned on',
  'notification.two_factor_on.text':
    'Signing in takes a code from now on. Every other session has ended.',
  'notification.two_factor_off.title': 'Two-factor sign-in was turned off',
  'notification.two_factor_off.text': 'From now on the password alone opens your account.',
  'notification.recovery_codes_renewed.title': 'Your recovery codes were renewed',
  'notification.recovery_codes_renewed.text': 'Those from before are worth nothing any more.',
  'notification.recovery_code_used.title': 'A recovery code was used',
  'notification.recovery_code_used.text': 'Codes that are left: {{left}}.',
  'notification.provider_linked.title': 'Signing in with {{provider}} was added',
  'notification.provider_linked.text':
    'Whoever is signed in there gets into your account without the password.',
  'notification.provider_unlinked.title': 'Signing in with {{provider}} was removed',
  'notification.provider_unlinked.text':
    'It opens nothing any more. Every other session has ended.',
  'notification.passkey_added.title': 'A passkey was added',
  'notification.passkey_added.text':
    'Whoever holds it gets into your account without the password.',
  'notification.passkey_removed.title': 'A passkey was removed',
  'notification.passkey_removed.text': 'It was called {{name}}, and opens nothing any more.',
  'notification.token_made.title': 'An access token was made',
  'notification.token_made.text': 'It is called {{name}}, and lets programs work in your name.',
  'notification.token_revoked.title': 'An access token was revoked',
  'notification.token_revoked.text': 'It was called {{name}}, and is worth nothing any more.',
  'notification.tokens_revoked.title': 'Your access tokens were revoked',
  'notification.tokens_revoked.text':
    'All of them, together with a new password. Programs that used them are out.',
  'notification.new_device.title': 'A sign-in on a new device',
  'notification.new_device.text': 'Device: {{device}}. IP address: {{ip}}.',
  'notification.team_gone.title': '{{name}} has deleted their account',
  'notification.team_gone.text': 'The team folders they shared with you are gone with it.',
  'notification.data_export_ready.title': 'Your archive is ready',
  'notification.data_export_ready.text':
    'Everything that is yours can be downloaded for seven days.',
  'notification.data_export_failed.title': 'Your archive could not be made',
  'notification.data_export_failed.text': 'Nothing is lost. Try again.',
} as const
