import type { ErrorCode } from '../../errors.ts'

type ErrorKey = `errors.${ErrorCode}.${'title' | 'detail'}`

const codes = {
  'errors.request.invalid.title': 'Something in the form needs a look',
  'errors.request.invalid.detail': 'Check the marked fields and try again.',
  'errors.request.malformed.title': 'The request could not be read',
  'errors.request.malformed.detail':
    'It was not in the form that was expected. Nothing was changed.',
  'errors.request.timeout.title': 'The request took too long',
  'errors.request.timeout.detail': 'The connection was too slow or was lost. Please try again.',
  'errors.request.too_large.title': 'That is too much at once',
  'errors.request.too_large.detail':
    'The request is larger than this server takes. Nothing was changed.',
  'errors.request.too_many.title': 'Too many tries',
  'errors.request.too_many.detail': 'Please wait a moment, then try again.',
  'errors.request.csrf.title': 'This page is out of date',
  'errors.request.csrf.detail': 'Reload the page and try again. Nothing was changed.',
  'errors.route.not_found.title': 'Nothing here',
  'errors.route.not_found.detail': 'This address does not exist.',
  'errors.route.method_not_allowed.title': 'Not possible that way',
  'errors.route.method_not_allowed.detail': 'This address does not take that kind of call.',
  'errors.auth.required.title': 'Please sign in',
  'errors.auth.required.detail': 'You are not signed in, or your session has ended.',
  'errors.auth.forbidden.title': 'Not allowed',
  'errors.auth.forbidden.detail': 'Your account may not do this.',
  'errors.auth.credentials.title': 'That did not match',
  'errors.auth.credentials.detail': 'The email or the password is not right.',
  'errors.auth.credentials_or_unverified.title': 'That did not match',
  'errors.auth.credentials_or_unverified.detail':
    'The email or the password is not right, or the address is not confirmed yet.',
  'errors.auth.registration_closed.title': 'Sign-up is closed',
  'errors.auth.registration_closed.detail': 'This server does not take new accounts at the moment.',
  'errors.auth.address_taken.title': 'The account could not be made',
  'errors.auth.address_taken.detail': 'This email can’t be used for a new account.',
  'errors.data_export.in_progress.title': 'Your archive is being made',
  'errors.data_export.in_progress.detail': 'Wait until it is ready, or give it up first.',
  'errors.data_export.not_found.title': 'That archive is gone',
  'errors.data_export.not_found.detail': 'Its time is over, or it was removed. Make a new one.',
  'errors.account.last_administrator.title': 'You are the last administrator',
  'errors.account.last_administrator.detail':
    'Somebody has to look after this server. Make somebody else an administrator first.',
  'errors.auth.session_not_found.title': 'That session is over',
  'errors.auth.session_not_found.detail': 'It has ended already, or it was never yours.',
  'errors.auth.unverified.title': 'Confirm your address first',
  'errors.auth.unverified.detail':
    'Follow the link in the letter that we have sent to your address, then sign in.',
  'errors.auth.link_expired.title': 'This link no longer works',
  'errors.auth.link_expired.detail': 'It was used already, or its time is over. Ask for a new one.',
  'errors.auth.bot_suspected.title': 'We could not tell you from a machine',
  'errors.auth.bot_suspected.detail': 'Please try once more, or with another browser.',
  'errors.auth.bot_check_unavailable.title': 'The check against machines is away',
  'errors.auth.bot_check_unavailable.detail':
    'We can’t tell people from machines at the moment. Please try again in a few minutes.',
  'errors.auth.two_factor_on.title': 'It is on already',
  'errors.auth.two_factor_on.detail':
    'Two-factor sign-in is on. Turn it off first to set it up anew.',
  'errors.auth.two_factor_off.title': 'It is off',
  'errors.auth.two_factor_off.detail': 'Two-factor sign-in is not on for this account.',
  'errors.auth.second_step_expired.title': 'Please sign in again',
  'errors.auth.second_step_expired.detail':
    'This sign-in took too long or had too many wrong codes. Begin again with your password.',
  'errors.auth.without_password.title': 'You have no password yet',
  'errors.auth.without_password.detail':
    'We send you a letter with a link to choose one: ask for it on the password page of your settings.',
  'errors.auth.last_sign_in_method.title': 'This is your only way in',
  'errors.auth.last_sign_in_method.detail':
    'Without it you could not sign in any more. Choose a password first, then remove it.',
  'errors.auth.linked_account_not_found.title': 'That account is not linked',
  'errors.auth.linked_account_not_found.detail': 'It has been removed, or it was never yours.',
  'errors.auth.two_factor_required.title': 'Set up two-factor sign-in',
  'errors.auth.two_factor_required.detail': 'It is required here. Set it up to get to your files.',
  'errors.auth.passkey_not_found.title': 'That passkey is gone',
  'errors.auth.passkey_not_found.detail': 'It has been removed, or it was never yours.',
  'errors.auth.passkey_refused.title': 'That passkey was not taken',
  'errors.auth.passkey_refused.detail':
    'It is not known here, or it took too long. Try again, or sign in with your password.',
  'errors.token.unknown.title': 'This token is not good',
  'errors.token.unknown.detail': 'It was never made, has expired, or was revoked.',
  'errors.token.read_only.title': 'This token may only read',
  'errors.token.read_only.detail': 'Use a token with the scope write. Nothing was changed.',
  'errors.token.session_only.title': 'Not with a token',
  'errors.token.session_only.detail': 'Sign in for this: a token can’t do it, whatever its scopes.',
  'errors.token.not_admin.title': 'This token may not administer',
  'errors.token.not_admin.detail': 'Use an administrator’s token with the scope admin.',
  'errors.token.not_found.title': 'That token is gone',
  'errors.token.not_found.detail': 'It was revoked already, or it was never yours.',
  'errors.token.too_many.title': 'Too many tokens',
  'errors.token.too_many.detail':
    'You can have {{limit}} tokens at most. Revoke one that you no longer use.',
  'errors.setup.closed.title': 'Already installed',
  'errors.setup.closed.detail': 'This server has been set up, and its setup is closed for good.',
  'errors.setup.code_wrong.title': 'That code is not right',
  'errors.setup.code_wrong.detail': 'Use the setup code that the server printed when it started.',
  'errors.setup.needed.title': 'Not installed yet',
  'errors.setup.needed.detail': 'This server has to be set up first.',
  'errors.item.not_found.title': 'Not found',
  'errors.item.not_found.detail': 'It does not exist, or it is not shared with you.',
  'errors.item.wrong_type.title': 'Not possible with this item',
  'errors.item.wrong_type.detail':
    'A folder was expected where a file was named, or the other way round.',
  'errors.item.into_itself.title': 'A folder can’t go into itself',
  'errors.item.into_itself.detail': 'Choose a place outside the folder. Nothing was moved.',
  'errors.item.too_deep.title': 'Too many nested folders',
  'errors.item.too_deep.detail':
    'Folders can be nested up to {{limit, number}} levels deep. Choose a folder closer to the top.',
  'errors.item.name_invalid.title': 'This name can’t be used',
  'errors.item.name_invalid.detail':
    'A name has 1 to 255 bytes, no slash and no control characters.',
  'errors.item.name_taken.title': 'This name is taken',
  'errors.item.name_taken.detail': 'There is already an item with this name here.',
  'errors.item.renamed_concurrently.title': 'It was renamed meanwhile',
  'errors.item.renamed_concurrently.detail': 'Its name is “{{name}}” by now.',
  'errors.share.not_found.title': 'This link leads nowhere',
  'errors.share.not_found.detail':
    'It may have ended, or what it led to was taken away. Ask whoever gave it to you.',
  'errors.share.locked.title': 'This link has a password',
  'errors.share.locked.detail': 'Enter the password to go on.',
  'errors.share.password_wrong.title': 'That is not the password',
  'errors.share.password_wrong.detail': 'Check the spelling and try again.',
  'errors.share.unavailable.title': 'Back in a while',
  'errors.share.unavailable.detail':
    'What this link leads to can’t be reached at the moment. Try again later.',
  'errors.share.exhausted.title': 'This link has been used up',
  'errors.share.exhausted.detail':
    'It could be used for a number of downloads only. Ask whoever gave it to you for another one.',
  'errors.share.exists.title': 'This item has a link already',
  'errors.share.exists.detail': 'Change the link that is there, or end it first.',
  'errors.item.moved_concurrently.title': 'Moved just now',
  'errors.item.moved_concurrently.detail':
    'Somebody moved it to another person’s files at this very moment. Please try again.',
  'errors.team.move_out.title': 'Only its owner can move this out',
  'errors.team.move_out.detail':
    'What lies in a team folder belongs to its owner. Make a copy where you want to have it.',
  'errors.team.within_team.title': 'Already in a team folder',
  'errors.team.within_team.detail': 'A team folder can’t lie in another one.',
  'errors.team.not_team_folder.title': 'Not a team folder',
  'errors.team.not_team_folder.detail': 'Nobody else works in this folder.',
  'errors.team.own_address.title': 'This is you',
  'errors.team.own_address.detail': 'You are in your own team folder already.',
  'errors.team.limit_reached.title': 'No room for more people',
  'errors.team.limit_reached.detail':
    'At most {{limit}} people can be in your team folders together.',
  'errors.team.owner_stays.title': 'It is your folder',
  'errors.team.owner_stays.detail':
    'You can’t leave your own team folder. Dissolve it, and it is an ordinary folder again.',
  'errors.team.invitation_not_found.title': 'No such invitation',
  'errors.team.invitation_not_found.detail':
    'It may have been withdrawn. Ask whoever invited you for another one.',
  'errors.team.invitation_used.title': 'Already answered',
  'errors.team.invitation_used.detail': 'This invitation was accepted or declined before.',
  'errors.team.invitation_of_another.title': 'For another address',
  'errors.team.invitation_of_another.detail':
    'Sign in with the address that the invitation was sent to.',
  'errors.upload_request.not_found.title': 'This request is not there',
  'errors.upload_request.not_found.detail':
    'The link may be wrong, or it was taken away. Ask whoever gave it to you.',
  'errors.upload_request.unavailable.title': 'Back in a while',
  'errors.upload_request.unavailable.detail':
    'What this link leads to can’t be reached at the moment. Try again later.',
  'errors.upload_request.gone.title': 'This request is closed',
  'errors.upload_request.gone.detail':
    'Nothing more can be sent by this link. What had arrived before is safe.',
  'errors.upload_request.full.title': 'This request takes no more',
  'errors.upload_request.full.detail': 'As many files, or as much, as it was made for has come in.',
  'errors.upload_request.type_not_allowed.title': 'Not what was asked for',
  'errors.upload_request.type_not_allowed.detail':
    "{{file}} can't be sent: this request takes {{types}} only.",
  'errors.custom_folder.not_at_root.title': 'Only among your own files',
  // FILES-15: these words in every language.
  'errors.custom_folder.not_at_root.detail': 'Solo se permite en carpeta raiz',
  'errors.favourite.too_many.title': 'Too many favourites',
  'errors.favourite.too_many.detail':
    'You can have {{limit}} favourites. Take the star off some of them first.',
  'errors.document_type.not_found.title': 'Unknown document type',
  'errors.document_type.not_found.detail': 'This document type or subcategory does not exist.',
  'errors.document_type.name_taken.title': 'This name is taken',
  'errors.document_type.name_taken.detail': 'Another one has this name already.',
  'errors.document_type.in_use.title': 'Still in use',
  'errors.document_type.in_use.detail':
    'Items or subcategories use it. Nothing was deleted; give them another one first.',
  'errors.document_type.field_in_use.title': 'This field is filled in',
  'errors.document_type.field_in_use.detail':
    'Items have a value in the field {{field}}: it can be renamed, but not removed or made another kind.',
  'errors.document_type.without_type.title': 'A document type comes first',
  'errors.document_type.without_type.detail': 'Choose a document type, then fill in its fields.',
  'errors.upload.not_found.title': 'Upload not found',
  'errors.upload.not_found.detail':
    'It was finished, given up, or cleaned away after a day without news.',
  'errors.upload.restricted.title': 'Uploading is switched off',
  'errors.upload.restricted.detail': 'This account can’t take new files at the moment.',
  'errors.download.restricted.title': 'Downloading is switched off',
  'errors.download.restricted.detail':
    'The files of this account can’t be downloaded at the moment.',
  'errors.folder.restricted.title': 'Making folders is switched off',
  'errors.folder.restricted.detail': 'No folders can be made in this account at the moment.',
  'errors.upload.empty.title': 'The file is empty',
  'errors.upload.empty.detail': 'The file {{file}} can’t be uploaded',
  'errors.upload.type_not_allowed.title': 'This kind of file is not taken',
  'errors.upload.type_not_allowed.detail': 'Files of the type {{type}} are not allowed here.',
  'errors.avatar.unreadable.title': 'This picture can’t be used',
  'errors.avatar.unreadable.detail': 'Choose a photo as JPEG, PNG, WebP, GIF, AVIF or HEIC.',
  'errors.avatar.too_large.title': 'The picture is too large',
  'errors.avatar.too_large.detail':
    'A picture may have at most {{limit, bytes}} and {{megapixels}} megapixels.',
  'errors.upload.too_large.title': 'The file is too large',
  'errors.upload.too_large.detail': 'A file may have at most {{limit, bytes}}.',
  'errors.upload.size_exceeded.title': 'More arrived than was announced',
  'errors.upload.size_exceeded.detail':
    'The file is larger than the size it was announced with. It was given up.',
  'errors.upload.quota_exceeded.title': 'Not enough space',
  'errors.upload.quota_exceeded.detail':
    'Your storage is full. Free up space, or empty the trash, and try again.',
  'errors.upload.offset_conflict.title': 'A piece is missing',
  'errors.upload.offset_conflict.detail': 'The upload goes on at byte {{offset}}.',
  'errors.upload.incomplete.title': 'The file is not whole yet',
  'errors.upload.incomplete.detail':
    'The last piece came too early. The upload goes on at byte {{offset}}.',
  'errors.upload.checksum_mismatch.title': 'A piece was damaged on its way',
  'errors.upload.checksum_mismatch.detail': 'It was not kept. Send it again from byte {{offset}}.',
  'errors.upload.parent_gone.title': 'The folder is gone',
  'errors.upload.parent_gone.detail':
    'The folder this file was meant for was removed. What has arrived is kept.',
  'errors.remote.blocked_address.title': 'Not from this address',
  'errors.remote.blocked_address.detail':
    'Files are fetched from public web addresses only. Check the marked links and try again.',
  'errors.remote.too_many.title': 'Too many links at once',
  'errors.remote.too_many.detail':
    'At most {{limit}} can wait. Try again when some of them have come.',
  'errors.remote.unreachable.title': 'Not reachable',
  'errors.remote.unreachable.detail': 'Nothing answers at this address.',
  'errors.remote.too_slow.title': 'Too slow',
  'errors.remote.too_slow.detail': 'The file did not come in time.',
  'errors.remote.too_many_redirects.title': 'Sent in circles',
  'errors.remote.too_many_redirects.detail': 'The link leads from one address to the next.',
  'errors.remote.refused.title': 'Not given out',
  'errors.remote.refused.detail':
    'The other side answered {{status}}. The link may be wrong, or need signing in.',
  'errors.remote.compressed.title': 'Not as a file',
  'errors.remote.compressed.detail': 'The other side gives it out compressed only.',
  'errors.remote.connection_lost.title': 'Broken off',
  'errors.remote.connection_lost.detail': 'The connection ended before the whole file had come.',
  'errors.remote.web_page.title': 'A web page, not the file',
  'errors.remote.web_page.detail':
    'A web page came in place of the file. The link may need signing in.',
  'errors.remote.interrupted.title': 'Interrupted',
  'errors.remote.interrupted.detail': 'The server was restarted too often meanwhile.',
  'errors.storage.full.title': "The server's disk is full",
  'errors.storage.full.detail':
    "This couldn't be saved; nothing else was changed. Delete files and empty your trash, or ask an administrator to free space. Then try again.",
  'errors.storage.unavailable.title': 'The file store does not answer',
  'errors.storage.unavailable.detail':
    'Please try again in a moment. What was there before is unchanged.',
  'errors.internal.title': 'Something went wrong on our side',
  'errors.internal.detail': 'It was noted. Please try again in a moment.',
} as const satisfies Record<ErrorKey, string>

const validation = {
  'validation.name.empty': 'Give it a name.',
  'validation.name.dots': 'A name can’t be only dots.',
  'validation.name.characters': 'A name can’t have slashes or control characters.',
  'validation.name.length': 'A name can have at most 255 bytes.',
  'validation.long': 'This is too long.',
  'validation.number': 'This has to be a number.',
  'validation.date': 'This has to be a day, as in 2026-04-30.',
  'validation.boolean': 'This has to be yes or no.',
  'validation.color': 'Choose one of the colours.',
  'validation.bytes': 'This has to be a whole number of bytes.',
  'validation.checksum': 'This is not a SHA-256 checksum.',
  'validation.email': 'This does not look like an email address.',
  'validation.message.long': 'That is too long for one message.',
  'validation.password.short': 'Use at least 8 characters.',
  'validation.code': 'A code has six digits.',
  'validation.code_wrong': 'This code is not right, or was used already.',
  'validation.recovery_code': 'A recovery code has ten letters and digits.',
  'validation.proof_code': 'A code has six digits, a recovery code ten letters and digits.',
  'validation.recovery_code_wrong': 'This recovery code is not right, or was used already.',
  'validation.password.long': 'Use at most 128 characters.',
  'validation.password.common':
    'This password is among the most used, and so among the first that are tried. Choose another.',
  'validation.password.own_words':
    'This is mostly made of your name, your address or this site’s name. Add words of your own.',
  'validation.own_address': 'This is not the address of your account.',
  'validation.password.wrong': 'This is not your present password.',
  'validation.url': 'This is not a web address.',
  'validation.address_blocked': 'Files are not fetched from this address.',
  'validation.required': 'This is needed.',
  'validation.digits': 'Use digits only, at most 20.',
  'validation.invalid': 'This value is not valid.',
} as const

export const errors = { ...codes, ...validation }
