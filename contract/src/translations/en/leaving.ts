/** Taking one's data along, and deleting one's account. */
export const leaving = {
  'archive.readme.title': 'The data of {{name}} from {{app}}',
  'archive.readme.text':
    'Everything as it was on {{date}}. The files in data/ are JSON: people and programs can read them. Times are in UTC.',
  'archive.readme.files':
    'Your files and folders, as they were. Your own team folders are among them.',
  'archive.readme.trash': 'What was in your trash.',
  'archive.readme.profile': 'Who you are here, and your settings.',
  'archive.readme.items':
    'Each file and folder: where it lies in this archive, its dates, its document type and what its fields say.',
  'archive.readme.favourites': 'What you marked as a favourite.',
  'archive.readme.shares': 'The links you made, without what opens them.',
  'archive.readme.upload_requests': 'Your requests for files.',
  'archive.readme.team_folders':
    'Your team folders with who is in them, and those of others that you are in.',
  'archive.readme.customers': 'The customers that folders of yours stand for.',
  'archive.readme.notifications': 'What you were told.',
  'archive.readme.sessions': 'Where you are signed in.',
  'archive.readme.access_tokens': 'The names of your access tokens, not the tokens themselves.',
  'archive.readme.passkeys': 'The names of your passkeys.',
  'archive.readme.traffic': 'How much you sent and received each day.',
  'archive.readme.without': 'What is not in here',
  'archive.readme.without_text':
    'Earlier versions of files, what lies in team folders of others, uploads that were not finished, and everything that would let somebody in: passwords, tokens, keys and links.',
} as const
