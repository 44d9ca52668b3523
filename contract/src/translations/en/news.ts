/** What notifications say, in the centre, in toasts and in letters. */
export const news = {
  'news.button.show': 'Show',
  'news.button.why': 'Why',
  'news.button.send_files': 'Send files',
  'news.button.billing': 'Go to billing',
  'news.remote_done.title_one': '{{count, number}} file has come from its link',
  'news.remote_done.title_other': '{{count, number}} files have come from their links',
  'news.remote_done.text_one': '{{name}} is among your files.',
  'news.remote_done.text_other': '{{name}} was the last of them.',
  'news.remote_failed.title_one': '{{count, number}} file could not be fetched',
  'news.remote_failed.title_other': '{{count, number}} files could not be fetched',
  'news.remote_failed.text': '{{done, number}} of {{total, number}} have come from their links.',
  'news.team_invitation.title': 'Invitation to {{folder}}',
  'news.team_invitation.text': '{{inviter}} would like you to join this team folder.',
  'news.files_asked.title': '{{asker}} asks you for files',
  'news.files_asked.text': 'For: {{name}}',
  'news.request_filled.title': 'Files for {{name}} are here',
  'news.request_filled.text_one': '{{count, number}} file has come in through your request.',
  'news.request_filled.text_other': '{{count, number}} files have come in through your request.',
  'news.link_guessed.title': 'Somebody guesses at the password of {{item}}',
  'news.link_guessed.text':
    '{{count, number}} wrong tries in a quarter of an hour. Further ones are held back; you can change the password or end the link.',
} as const
