import type { TranslationKey } from '@coffer/contract'
import { Button, Modal } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import classes from './dialog.module.css'

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** All keyboard shortcuts, the most used first. */
const shortcuts = (t: TFunction, control: string): [TranslationKey, string[]][] => [
  ['keys.move', ['↑', '↓']],
  ['keys.extend', [t('key.shift'), '↑ ↓']],
  ['keys.focus', [control, '↑ ↓']],
  ['keys.toggle', [control, '␣']],
  ['keys.all', [control, 'A']],
  ['keys.clear', [t('key.escape')]],
  ['keys.open', [t('key.enter')]],
  ['keys.preview', ['␣']],
  ['keys.parent', [t('key.backspace')]],
  ['keys.rename', ['F2']],
  ['keys.trash', [t('key.delete')]],
  ['keys.move_dialog', ['M']],
  ['keys.download', ['D']],
  ['keys.favourite', ['S']],
  ['keys.share', ['L']],
  ['keys.cut', [control, 'X']],
  ['keys.copy', [control, 'C']],
  ['keys.paste', [control, 'V']],
  ['keys.undo', [control, 'Z']],
  ['keys.menu', [t('key.shift'), 'F10']],
  ['keys.search', [control, 'K']],
  ['keys.help', ['?']],
  ['keys.preview_walk', ['←', '→']],
  ['keys.preview_zoom', ['+', '−', '0']],
  ['keys.preview_info', ['I']],
]

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={t('keys.title')} size={440}>
      <dl className={classes.keys}>
        {shortcuts(t, isMac() ? '⌘' : t('key.control')).map(([label, keys]) => (
          <Shortcut key={label} label={t(label)} keys={keys} />
        ))}
      </dl>
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          {t('popups.close')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}

function Shortcut({ label, keys }: { label: string; keys: string[] }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {keys.map(key => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </>
  )
}
