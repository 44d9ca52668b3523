import type { TranslationKey } from '@coffer/contract'
import { useTranslation } from 'react-i18next'
import classes from './password-meter.module.css'
import { passwordStrength } from './password-strength.ts'

const WORDS: readonly TranslationKey[] = [
  'password.too_short',
  'password.weak',
  'password.fair',
  'password.good',
  'password.strong',
]

/** Decisions §2: the strength of a password is shown while it is typed. */
export function PasswordMeter({ password }: { password: string }) {
  const { t } = useTranslation()
  const strength = passwordStrength(password)
  const word = WORDS[strength]
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
