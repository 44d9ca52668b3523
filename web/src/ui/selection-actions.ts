import type { MenuAction } from './menu-entry.tsx'

/** An action that has a button of its own in the selection bar. */
export type ButtonAction = MenuAction & { button: string }

const isButton = (action: MenuAction): action is ButtonAction => action.button !== undefined

/** Splits actions into buttons of the selection bar and entries under More. */
export function splitActions(actions: readonly MenuAction[]): {
  buttons: ButtonAction[]
  more: MenuAction[]
} {
  return {
    buttons: actions.filter(isButton),
    more: actions.filter(action => !isButton(action)),
  }
}
