import type { Command } from '../../features/items/commands.ts'
import { useKeyCommands } from '../../features/items/key-commands.ts'
import { undoLast } from '../../ui/toasts/undo.ts'
import { pointOfCursor } from '../platform/use-list-page.ts'
import { useGoUp, useReveal } from '../platform/use-reveal.ts'
import type { GuestFolder } from './use-guest-folder.ts'

/**
 * Keyboard shortcuts in a guest's folder. Keys without an action are left to the browser.
 * @param isShown false while something else is shown instead of the folder
 */
export function useGuestKeys(folder: GuestFolder, isShown = true): void {
  const { selection, layout } = folder
  const goUp = useGoUp(folder)
  useReveal(folder)
  const [only] = selection.items
  const item = selection.count === 1 ? only : undefined
  const allCan = (ability: 'move' | 'remove') =>
    selection.items.every(item => item.meta.can[ability])
  const run: Partial<Record<Command['kind'], () => unknown>> = {
    open: () => item && folder.open(item),
    preview: () => item?.type === 'file' && folder.preview(item),
    rename: () => item?.meta.can.edit && folder.startRename(item),
    remove: () => selection.count > 0 && allCan('remove') && void folder.trash(),
    all: selection.all,
    toggle: selection.toggle,
    clear: () => folder.setChoosing(false),
    menu: () => folder.openMenu(pointOfCursor(selection.cursor)),
    parent: () => !folder.isTop && goUp(),
    undo: undoLast,
    move: () => selection.count > 0 && allCan('move') && void folder.openTransfer('move'),
    download: () => selection.count > 0 && folder.downloadSelection(),
  }
  useKeyCommands(command => {
    if (!isShown) return false
    if (command.kind === 'step')
      return selection.step(command.step, command.how, layout.current.columns)
    const action = run[command.kind]
    if (!action) return false
    action()
    return undefined
  })
}
