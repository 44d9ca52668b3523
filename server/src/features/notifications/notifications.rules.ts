import { type BUTTONS, pathOfRoute, type ROUTES } from '@coffer/contract/notifications'

type Button = (typeof BUTTONS)[number]

/** What can be done about it, as it is kept: the button's words are chosen as it is read. */
export type StoredAction =
  | { type: 'invitation'; id: string }
  | { type: 'route'; route: keyof typeof ROUTES; id: string | null; button: Button }
  | { type: 'url'; url: string; target: 'blank' | 'self'; button: Button }

/** The same in a letter, which leads to this very server and nowhere else. */
export function buttonOf(action: StoredAction | null): { button: Button; path: string } | null {
  if (action?.type === 'route')
    return { button: action.button, path: pathOfRoute(action.route, action.id) }
  if (action?.type === 'url' && action.url.startsWith('/'))
    return { button: action.button, path: action.url }
  return null
}
