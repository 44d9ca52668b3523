import { clipboard, pastedContent } from '../../features/items/clipboard.ts'
import type { Command } from '../../features/items/commands.ts'
import { useKeyCommands } from '../../features/items/key-commands.ts'
import { usePasteEvent } from '../../features/uploads/pasting.ts'
import { undoLast } from '../../ui/toasts/undo.ts'
import type { Files } from './use-files.ts'
import { pointOfCursor } from './use-list-page.ts'

/** Keyboard shortcuts of a file list. */
export function useFileKeys(files: Files): void {
  const { selection, layout } = files
  const [only] = selection.items
  const item = selection.count === 1 ? only : undefined
  const run: Record<Exclude<Command['kind'], 'step'>, () => void> = {
    open: () => item && files.open(item),
    preview: () => item?.type === 'file' && files.preview(item),
    rename: () => item?.meta.can.edit && files.startRename(item),
    remove: () => void files.trash(),
    all: selection.all,
    toggle: selection.toggle,
    clear: () => {
      files.setChoosing(false)
      files.cancelCut()
    },
    menu: () => files.openMenu(pointOfCursor(selection.cursor)),
    parent: files.goUpAndSelect,
    help: () => files.setDialog({ kind: 'keys' }),
    cut: () => void files.copyToClipboard('move'),
    copy: () => void files.copyToClipboard('copy'),
    undo: undoLast,
    move: () => void files.openTransfer('move'),
    favourite: () => selection.count > 0 && void files.star(),
    share: files.share,
    download: () => selection.count > 0 && files.downloadSelection(),
  }
  usePasting(files)
  useKeyCommands(command => {
    if (command.kind === 'step') selection.step(command.step, command.how, layout.current.columns)
    else run[command.kind]()
  })
}

/** Handles pasting into the current folder: items of Coffer, or files and images of the system. */
function usePasting({ isFillable, paste, uploadPasted }: Files): void {
  usePasteEvent(pasted => {
    const kind = isFillable ? pastedContent(pasted, clipboard.get()) : null
    if (kind === 'files') uploadPasted(pasted)
    if (kind === 'items') paste()
    return kind !== null
  })
}
