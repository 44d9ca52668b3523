export const zip = {
  'zip.started_one': 'Download started: {{count, number}} item as a ZIP file',
  'zip.started_other': 'Download started: {{count, number}} items as a ZIP file',
  'zip.long_paths':
    'These folders were nested too deeply for an archive. Each is stored under a short path; its original path follows below.',
  'bulk.moving_one': 'Moving {{count, number}} item',
  'bulk.moving_other': 'Moving {{count, number}} items',
  'bulk.copying_one': 'Copying {{count, number}} item',
  'bulk.copying_other': 'Copying {{count, number}} items',
  'bulk.removing_one': 'Moving {{count, number}} item to the trash',
  'bulk.removing_other': 'Moving {{count, number}} items to the trash',
  'bulk.restoring_one': 'Restoring {{count, number}} item',
  'bulk.restoring_other': 'Restoring {{count, number}} items',
  'bulk.deleting_one': 'Deleting {{count, number}} item forever',
  'bulk.deleting_other': 'Deleting {{count, number}} items forever',
  'bulk.wait': 'This takes a moment. Either all items change, or none.',
  'keys.download': 'Download',
} as const
