import { Button } from '@mantine/core'
import { CircleAlert, CircleCheck, CircleQuestionMark, Loader } from 'lucide-react'
import { useStore } from '../../lib/store.ts'
import { CopyButton } from '../copy-button.tsx'
import { DialogBox } from '../dialog-box.tsx'
import { DialogButtons } from '../dialog-buttons.tsx'
import classes from './popup-host.module.css'
import { closePopup, type Popup, popups } from './popup-store.ts'

const ICONS = {
  alert: CircleAlert,
  success: CircleCheck,
  question: CircleQuestionMark,
  progress: Loader,
}

/** Renders the open popups. */
export function PopupHost() {
  return useStore(popups).map(popup => <PopupBox key={popup.id} popup={popup} />)
}

function PopupBox({ popup: { id, kind, title, message, copied, buttons } }: { popup: Popup }) {
  const Icon = ICONS[kind]
  return (
    <DialogBox
      opened
      onClose={() => closePopup(id)}
      title={title}
      dismissable={kind !== 'progress'}
      className={classes.popup}
    >
      <Icon className={classes.icon} data-kind={kind} size={22} aria-hidden />
      {message && <p className={classes.message}>{message}</p>}
      {copied !== undefined && <p className={classes.copied}>{copied}</p>}
      {buttons.length > 0 && (
        <DialogButtons>
          {buttons.map(({ label, style, answer, href }) => (
            <Button
              key={label}
              variant={style === 'plain' ? 'default' : 'filled'}
              color={style}
              autoFocus={style !== 'plain'}
              onClick={() => closePopup(id, answer)}
              {...(href && { component: 'a', href, target: '_blank', rel: 'noopener' })}
            >
              {label}
            </Button>
          ))}
          {copied !== undefined && <CopyButton text={copied} autoFocus data-autofocus />}
        </DialogButtons>
      )}
    </DialogBox>
  )
}
