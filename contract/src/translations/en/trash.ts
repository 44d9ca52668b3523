/** Progress of emptying a large trash. */
export const trash = {
  'trash.emptying': 'Emptying trash',
  'trash.emptying_progress': '{{done, number}} of {{total, number}} items deleted',
  'trash.emptying_hint': 'You can leave this page. Items deleted from now on stay in the trash.',
} as const
