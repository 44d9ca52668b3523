import type { Command } from '../../features/items/commands.ts'
import { useKeyCommands } from '../../features/items/key-commands.ts'
import { undoLast } from '../../ui/toasts/undo.ts'
import { pointOfCursor } from '../platform/use-list-page.ts'
import type { GuestFolder } from './use-guest-folder.ts'

/** What the keyboard does in a guest's folder. What a guest doesn't have is left to the browser. */
export function useGuestKeys(folder: GuestFolder): void {
  const { selection, layout } = folder
  const [only] = selection.items
  const one = selection.count === 1 ? only : undefined
  const isEvery = (can: 'move' | 'remove') => selection.items.every(item => item.meta.can[can])
  const run: Partial<Record<Command['kind'], () => unknown>> = {
    open: () => one && folder.open(one),
    preview: () => one?.type === 'file' && folder.preview(one),
    rename: () => one?.meta.can.edit && folder.startRename(one),
    remove: () => selection.count > 0 && isEvery('remove') && void folder.trash(),
    all: selection.all,
    toggle: selection.toggle,
    clear: () => folder.setChoosing(false),
    menu: () => folder.openMenu(pointOfCursor(selection.cursor)),
    parent: () => !folder.isTop && folder.goUp(),
    undo: undoLast,
    move: () => selection.count > 0 && isEvery('move') && folder.ask('move'),
    download: () => selection.count > 0 && folder.downloadSelection(),
  }
  useKeyCommands(command => {
    if (command.kind === 'step')
      return selection.step(command.step, command.how, layout.current.columns)
    const known = run[command.kind]
    if (!known) return false
    known()
    return undefined
  })
}
