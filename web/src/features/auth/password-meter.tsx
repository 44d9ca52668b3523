import type { TranslationKey } from '@coffer/contract'
import { type Chooser, type PasswordError, passwordError } from '@coffer/contract/password-rules'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import classes from './password-meter.module.css'
import { passwordStrength } from './password-strength.ts'

const STRENGTH_TEXTS: readonly TranslationKey[] = [
  'password.too_short',
  'password.weak',
  'password.fair',
  'password.good',
  'password.strong',
]

const ERROR_TEXTS: Record<PasswordError, TranslationKey> = {
  'validation.password.common': 'password.common',
  'validation.password.own_words': 'password.own_words',
}

interface PasswordMeterProps {
  password: string
  /** Name and email of the user, as far as the page knows them. */
  chooser?: Chooser | undefined
}

/** ACC-4: shows the strength of a password while it is typed. */
export function PasswordMeter({ password, chooser }: PasswordMeterProps) {
  const { t } = useTranslation()
  const estimate = passwordStrength(password)
  // ACC-5: the server rejects further common passwords.
  const error = passwordError(password, { ...chooser, app: config().appName })
  const isRejected = error !== null && estimate > 0
  const strength = isRejected ? 1 : estimate
  const text = isRejected ? ERROR_TEXTS[error] : STRENGTH_TEXTS[strength]
  return (
    <div className={classes.meter} data-strength={password ? strength : undefined}>
      <span className={classes.bars} aria-hidden>
        {[1, 2, 3, 4].map(level => (
          <span key={level} data-on={(password && strength >= level) || undefined} />
        ))}
      </span>
      <span className={classes.word} role="status">
        {password && text ? t(text) : t('password.rule')}
      </span>
    </div>
  )
}
