export const zip = {
  'zip.started_one': 'Your download has begun: {{count, number}} item as a ZIP file',
  'zip.started_other': 'Your download has begun: {{count, number}} items as a ZIP file',
  'zip.long_paths':
    'These folders lay too deep for a path in an archive. Each is here under a short path; below it is where it belongs.',
  'bulk.moving_one': 'Moving {{count, number}} item',
  'bulk.moving_other': 'Moving {{count, number}} items',
  'bulk.copying_one': 'Copying {{count, number}} item',
  'bulk.copying_other': 'Copying {{count, number}} items',
  'bulk.removing_one': 'Moving {{count, number}} item to the trash',
  'bulk.removing_other': 'Moving {{count, number}} items to the trash',
  'bulk.restoring_one': 'Bringing {{count, number}} item back',
  'bulk.restoring_other': 'Bringing {{count, number}} items back',
  'bulk.deleting_one': 'Deleting {{count, number}} item for good',
  'bulk.deleting_other': 'Deleting {{count, number}} items for good',
  'bulk.wait': 'All of it at once, or nothing. This takes a moment.',
  'keys.download': 'Download',
} as const
