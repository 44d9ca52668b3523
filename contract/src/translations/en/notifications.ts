/** Notifications in the centre, in toasts and in emails. */
export const notifications = {
  'notification.button.show': 'Show',
  'notification.button.open': 'Open',
  'notification.button.details': 'Details',
  'notification.button.send_files': 'Send files',
  'notification.button.billing': 'Go to billing',
  'notification.button.review': 'Review',
  'notification.remote_uploads_done.title_one': '{{count, number}} file uploaded from its link',
  'notification.remote_uploads_done.title_other':
    '{{count, number}} files uploaded from their links',
  'notification.remote_uploads_done.text_one': '{{name}} is in your files.',
  'notification.remote_uploads_done.text_other': 'Last file: {{name}}.',
  'notification.remote_uploads_failed.title_one': 'Couldn’t fetch {{count, number}} file',
  'notification.remote_uploads_failed.title_other': 'Couldn’t fetch {{count, number}} files',
  'notification.remote_uploads_failed.text':
    '{{done, number}} of {{total, number}} were uploaded from their links.',
  'notification.team_invitation.title': 'Invitation to {{folder}}',
  'notification.team_invitation.text': '{{inviter}} invited you to join this team folder.',
  'notification.team_invitation_accepted.title': 'Invitation to {{folder}} accepted',
  'notification.team_invitation_accepted.text':
    'You joined this team folder. {{inviter}} invited you.',
  'notification.team_invitation_declined.title': 'Invitation to {{folder}} declined',
  'notification.team_invitation_declined.text': 'You declined the invitation from {{inviter}}.',
  'notification.files_requested.title': '{{asker}} requested files from you',
  'notification.files_requested.text': 'For: {{name}}',
  'notification.upload_request_completed.title': 'Files received for {{name}}',
  'notification.upload_request_completed.text_one': 'Your request received {{count, number}} file.',
  'notification.upload_request_completed.text_other':
    'Your request received {{count, number}} files.',
  'notification.upload_request_incomplete.title': 'Files received for {{name}}, documents missing',
  'notification.upload_request_incomplete.text_one':
    'Your request received {{count, number}} file. Still missing: {{missing}}.',
  'notification.upload_request_incomplete.text_other':
    'Your request received {{count, number}} files. Still missing: {{missing}}.',
  'notification.upload_request_unused.title': '{{name}} was closed without files',
  'notification.upload_request_unused.text':
    'A guest closed your upload request and sent no files.',
  'notification.share_password_attempts.title': 'Repeated wrong passwords for {{item}}',
  'notification.share_password_attempts.text':
    '{{count, number}} wrong attempts in 15 minutes. Further attempts are limited. You can change the password or delete the link.',
  'notification.password_changed.title': 'Your password was changed',
  'notification.password_changed.text': 'All other sessions were signed out.',
  'notification.two_factor_on.title': 'Two-factor sign-in was turned on',
  'notification.two_factor_on.text':
    'Signing in now requires a code. All other sessions were signed out.',
  'notification.two_factor_off.title': 'Two-factor sign-in was turned off',
  'notification.two_factor_off.text': 'Signing in now requires only your password.',
  'notification.recovery_codes_renewed.title': 'Your recovery codes were replaced',
  'notification.recovery_codes_renewed.text': 'The previous codes no longer work.',
  'notification.recovery_code_used.title': 'A recovery code was used',
  'notification.recovery_code_used.text': 'Codes left: {{left}}.',
  'notification.provider_linked.title': 'Sign-in with {{provider}} was added',
  'notification.provider_linked.text':
    'Your {{provider}} account can now sign in without your password.',
  'notification.provider_unlinked.title': 'Sign-in with {{provider}} was removed',
  'notification.provider_unlinked.text': 'It no longer works. All other sessions were signed out.',
  'notification.passkey_added.title': 'A passkey was added',
  'notification.passkey_added.text': 'It can sign in to your account without the password.',
  'notification.passkey_removed.title': 'A passkey was removed',
  'notification.passkey_removed.text': '{{name}} no longer works.',
  'notification.token_created.title': 'An access token was created',
  'notification.token_created.text': '{{name}} lets apps act on your behalf.',
  'notification.token_revoked.title': 'An access token was revoked',
  'notification.token_revoked.text': '{{name}} no longer works.',
  'notification.tokens_revoked.title': 'Your access tokens were revoked',
  'notification.tokens_revoked.text':
    'Your password was changed, and all tokens were revoked with it. Apps using them have lost access.',
  'notification.new_device.title': 'Sign-in on a new device',
  'notification.new_device.text': 'Device: {{device}}. IP address: {{ip}}.',
  'notification.role_admin.title': 'You’re now an administrator',
  'notification.role_admin.text': 'An administrator gave you this role.',
  'notification.role_user.title': 'You’re no longer an administrator',
  'notification.role_user.text': 'An administrator changed your role.',
  'notification.email_change_requested.title': 'A new email was requested for your account',
  'notification.email_change_requested.text':
    'An administrator asked to change your email to {{email}}. It changes when the link sent there is opened. If you didn’t expect this, contact your administrator.',
  'notification.email_changed.title': 'Your email was changed',
  'notification.email_changed.text':
    'You now sign in with {{email}}. If you didn’t expect this, contact your administrator.',
  'notification.account_suspended.title': 'Your account was suspended',
  'notification.account_suspended.text':
    'You can’t sign in, and your links don’t work for now. Your files are safe. Contact your administrator for details.',
  'notification.account_reactivated.title': 'Your account was reactivated',
  'notification.account_reactivated.text': 'You can sign in again, and your links work again.',
  'notification.team_removed.title': '{{name}} deleted their account',
  'notification.team_removed.text': 'The team folders they shared with you were deleted.',
  'notification.balance_credited.title': 'You received {{amount, money}}',
  'notification.balance_credited.text': 'It was added to your balance.',
  'notification.data_export_ready.title': 'Your data export is ready',
  'notification.data_export_ready.text': 'You can download it for seven days.',
  'notification.data_export_failed.title': 'Couldn’t create your data export',
  'notification.data_export_failed.text': 'No data was lost. Try again.',
  'notification.subscription_started.title': 'You’re subscribed to {{plan}}',
  'notification.subscription_started.text': 'Your storage and member limits were updated.',
  'notification.second_subscription_refunded.title': 'Second purchase refunded',
  'notification.second_subscription_refunded.text':
    'You already have a plan, so {{plan}} was cancelled and the payment is refunded in full.',
  'notification.late_payment_refunded.title': 'Late payment refunded',
  'notification.late_payment_refunded.text':
    'Your payment for {{plan}} arrived after the checkout had expired, so it is refunded in full. You can subscribe again.',
  'notification.unoffered_purchase_refunded.title': 'Purchase refunded',
  'notification.unoffered_purchase_refunded.text':
    '{{plan}} is no longer offered, so your payment is refunded in full.',
  'notification.refund_to_balance.title': '{{amount, money}} went to your balance',
  'notification.refund_to_balance.text':
    'The payment provider couldn’t refund it, so we added it to your balance. Contact us if you want it paid out.',
  'notification.subscription_ended_unpaid.title': '{{plan}} has ended',
  'notification.subscription_ended_unpaid.text':
    'We couldn’t collect its renewal. Your files stay; choose a plan to add more.',
  'notification.renewal_upcoming.title': '{{plan}} renews for {{due, money}}',
  'notification.renewal_upcoming.text':
    'Your plan renews on {{day, date}}. Your balance is used first, then your saved card if you have one. You can change or cancel the plan until then.',
  'notification.usage_charge_upcoming.title': 'About {{due, money}} will be charged for {{plan}}',
  'notification.usage_charge_upcoming.text':
    'Your usage is charged on {{day, date}}. The amount is an estimate of the period so far. Your balance is used first, then your card.',
  'notification.plan_terms_changed.title': 'The terms of {{plan}} have changed',
  'notification.plan_terms_changed.text':
    'The new prices apply to your use from {{day, date}} on. Open billing to see them.',
  'notification.payment_needs_confirmation.title': 'Confirm your payment',
  'notification.payment_needs_confirmation.text':
    'Your bank wants you to confirm a payment. Open billing to continue.',
  'notification.renewal_failed.title': 'We couldn’t renew your plan for {{due, money}}',
  'notification.renewal_failed.text':
    'The payment will be tried again. Open billing to change how you pay and keep your plan.',
  'notification.plan_change_declined.title': 'Your plan wasn’t changed to {{plan}}',
  'notification.plan_change_declined.text':
    'The payment wasn’t made. You keep your plan and owe nothing for the change.',
  'notification.plan_change_expired.title': 'Your plan wasn’t changed to {{plan}}',
  'notification.plan_change_expired.text':
    'The price of the change had expired. You get back anything you paid for it.',
  'notification.payment_refused.title': 'We couldn’t collect your payment of {{due, money}}',
  'notification.payment_refused.text':
    'Check your card or add funds. We’ll try again when the payment is due.',
  'notification.payment_failed_first.title': 'We couldn’t collect your payment of {{due, money}}',
  'notification.payment_failed_first.text':
    'Check your card or add funds. We’ll try again in two days.',
  'notification.payment_failed_second.title': 'Your payment of {{due, money}} failed again',
  'notification.payment_failed_second.text':
    'We’ll try again in two days. If that fails too, your account will be restricted until you pay.',
  'notification.payment_failed_restricted.title': 'Your account is restricted',
  'notification.payment_failed_restricted.text':
    'A payment of {{due, money}} is overdue. Nothing was deleted. Pay to use your files again at once.',
  'notification.balance_low_first.title': 'Your balance is lower than your usage',
  'notification.balance_low_first.text':
    'Your usage in this period is estimated at {{due, money}}. Add funds or a card to keep using your files.',
  'notification.balance_low_second.title': 'Add funds to your balance',
  'notification.balance_low_second.text':
    'Your usage of about {{due, money}} is still more than your balance. In two days your account will be restricted.',
  'notification.balance_low_restricted.title': 'Your account is restricted',
  'notification.balance_low_restricted.text':
    'Your usage of about {{due, money}} is more than your balance. Nothing was deleted. Add funds to use your files again at once.',
  'notification.new_account_limit_first.title': 'Make a first payment',
  'notification.new_account_limit_first.text':
    'Your usage has reached {{due, money}}, and new accounts need a first payment to go on. Add funds or a card.',
  'notification.new_account_limit_second.title': 'A first payment is needed',
  'notification.new_account_limit_second.text':
    'Your usage has reached {{due, money}}. Without a payment your account will be restricted in two days.',
  'notification.new_account_limit_restricted.title': 'Your account is restricted',
  'notification.new_account_limit_restricted.text':
    'Your usage has reached {{due, money}}. Nothing was deleted. Add funds or a card to use your files again at once.',
  'notification.billing_alert_reached.title': 'Your usage has passed {{due, money}}',
  'notification.billing_alert_reached.text':
    'This is the amount of your billing alert. The estimate for this period is {{estimate, money}}.',
  'notification.spending_cap_near.title': '{{percent, number}} % of your spending cap is used',
  'notification.spending_cap_near.text':
    'The estimate for this period is {{estimate, money}} of {{due, money}}. Uploads stop when the cap is reached.',
  'notification.spending_cap_reached.title': 'Your spending cap of {{due, money}} is reached',
  'notification.spending_cap_reached.text':
    'Uploads have stopped until the next period, or until you raise the cap. Your files stay available.',
  'notification.spending_limits_removed.title': 'Set your spending limits again',
  'notification.spending_limits_removed.text':
    'Your plan is now billed in {{currency}}. Your billing alert and your spending cap were in {{previous}} and no longer apply.',
} as const
