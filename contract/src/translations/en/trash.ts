/** What the emptying of a large trash says. */
export const trash = {
  'trash.emptying': 'Emptying the trash',
  'trash.emptying_progress': '{{done, number}} of {{total, number}} items are gone',
  'trash.emptying_hint': 'This goes on when you leave the page. What you remove now stays.',
} as const
