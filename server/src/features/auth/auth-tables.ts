import type { BetterAuthOptions } from 'better-auth'
import { MAX_SESSION_SECONDS } from './sessions.rules.ts'

/** Maps the tables and fields of Better Auth to our names. */
export const accountTables = {
  user: {
    modelName: 'users',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    additionalFields: {
      // `input: false`: no sign-up or profile call may name a role.
      twoFactorConfirmedAt: {
        type: 'date',
        required: false,
        input: false,
        fieldName: 'two_factor_confirmed_at',
      },
      role: { type: ['admin', 'user'], required: true, defaultValue: 'user', input: false },
    },
  },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    expiresIn: MAX_SESSION_SECONDS,
    // `authenticateSession` extends sessions.
    disableSessionRefresh: true,
    // Adding a passkey requires the password instead of a fresh session.
    freshAge: 0,
  },
  account: {
    modelName: 'accounts',
    fields: {
      userId: 'user_id',
      providerId: 'provider_id',
      accountId: 'account_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
} as const satisfies Partial<BetterAuthOptions>
