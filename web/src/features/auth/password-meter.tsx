import type { TranslationKey } from '@coffer/contract'
import { type Chooser, type PasswordError, passwordError } from '@coffer/contract/password-rules'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import classes from './password-meter.module.css'
import { passwordStrength } from './password-strength.ts'

const WORDS: readonly TranslationKey[] = [
  'password.too_short',
  'password.weak',
  'password.fair',
  'password.good',
  'password.strong',
]

const REFUSED: Record<PasswordError, TranslationKey> = {
  'validation.password.common': 'password.common',
  'validation.password.own_words': 'password.own_words',
}

interface PasswordMeterProps {
  password: string
  /** Whose it will be, as far as the page knows. */
  chooser?: Chooser
}

/** Decisions §2: the strength of a password is shown while it is typed. */
export function PasswordMeter({ password, chooser }: PasswordMeterProps) {
  const { t } = useTranslation()
  const byLength = passwordStrength(password)
  // The server refuses common passwords besides.
  const fault = passwordError(password, { ...chooser, app: config().appName })
  const isRefused = fault !== null && byLength > 0
  const strength = isRefused ? 1 : byLength
  const word = isRefused ? REFUSED[fault] : WORDS[strength]
  return (
    <div className={classes.meter} data-strength={password ? strength : undefined}>
      <span className={classes.bars} aria-hidden>
        {[1, 2, 3, 4].map(level => (
          <span key={level} data-on={(password && strength >= level) || undefined} />
        ))}
      </span>
      <span className={classes.word} role="status">
        {password && word ? t(word) : t('password.rule')}
      </span>
    </div>
  )
}
