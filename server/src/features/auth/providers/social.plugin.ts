import type { BetterAuthPlugin } from 'better-auth'
import type { Config } from '../../../config.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import { google } from './google.ts'

/**
 * The providers that have keys. They are ours and not the library's, whose addresses can't be set:
 * nothing could be tried but in production.
 */
export const socialPlugin = ({ social }: Pick<Config, 'social'>): BetterAuthPlugin => ({
  id: 'coffer-social',
  init: () => ({
    context: {
      socialProviders: [
        ...(social.google ? [google(social.google)] : []),
        ...(social.github ? [github(social.github)] : []),
        ...(social.facebook ? [facebook(social.facebook)] : []),
      ],
    },
  }),
})
