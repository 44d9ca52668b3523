export const zip = {
  'zip.started_one': 'Your download has begun: {{count, number}} item as a ZIP file',
  'zip.started_other': 'Your download has begun: {{count, number}} items as a ZIP file',
  'zip.long_paths':
    'These folders lay too deep for a path in an archive. Each is here under a short path; below it is where it belongs.',
  'sets.moving_one': 'Moving {{count, number}} item',
  'sets.moving_other': 'Moving {{count, number}} items',
  'sets.copying_one': 'Copying {{count, number}} item',
  'sets.copying_other': 'Copying {{count, number}} items',
  'sets.removing_one': 'Moving {{count, number}} item to the trash',
  'sets.removing_other': 'Moving {{count, number}} items to the trash',
  'sets.restoring_one': 'Bringing {{count, number}} item back',
  'sets.restoring_other': 'Bringing {{count, number}} items back',
  'sets.deleting_one': 'Deleting {{count, number}} item for good',
  'sets.deleting_other': 'Deleting {{count, number}} items for good',
  'sets.wait': 'All of it at once, or nothing. This takes a moment.',
  'keys.download': 'Download',
} as const
