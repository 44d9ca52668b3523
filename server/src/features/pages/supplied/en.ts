import type { SuppliedTexts } from './supplied-texts.ts'

export const en: SuppliedTexts = {
  'terms-of-service': {
    title: 'Terms of service',
    content: `These terms apply to everyone who uses this server. The people who run it can replace them with their own.

## Your account

Keep your password and your second factor to yourself, and use an email address that reaches you. You are responsible for what happens under your account until you report that someone else uses it.

## Your files

Your files stay yours. The server stores them so that you can use them, and shows them only to you and to the people you share them with. Administrators can see that files exist, how large they are and where they lie; the app gives them no way to open the files of other users.

## What is not allowed

- files that you have no right to store or share
- malware, and files that are made to harm others
- attempts to get around limits, permissions or the security of this server

## Limits

Storage, the size of uploads and traffic can be limited. Administrators can suspend an account that breaks these terms. Suspending deletes no files.

## Links

Anyone who has a link that you share can open it, unless you set a password. You can end a link at any time, which also stops downloads that are running.

## Ending

You can delete your account at any time in your settings and export your data before. What was deleted can't be restored.

## Questions

Write to the administrators of this server on the [contact page](/contact-us).
`,
  },
  'privacy-policy': {
    title: 'Privacy policy',
    content: `Your data is stored on this server. The people who run it decide where it stands and who looks after it; ask them on the [contact page](/contact-us).

## What is stored

- **Your account:** name, email address, language, time zone, avatar and display settings. The password is stored only as a hash, from which it can't be read.
- **Your files and folders:** with their names, earlier versions and thumbnails. The text inside documents is indexed, so that you can search for it. Items in the trash stay there until they are permanently deleted.
- **Sign-ins:** each session has its IP address, browser and time. Your passkeys, two-factor settings and linked accounts are stored until you remove them.
- **Links and file requests:** what you shared, and for each link when it was visited and from which kind of device. The IP address of visitors is not stored with the link.
- **Log of account events:** sign-ins, changes of passwords, links, permissions and settings, with time, IP address and browser, so that misuse can be found.
- **Amounts:** how much you uploaded and downloaded on each day.
- **Purchases:** if you buy a plan, your billing details, plan, usage, invoices and payments. Card numbers stay with the payment service.
- **Messages:** notifications and emails to you, and messages that you send on the contact page, with your email address.

Counters against password guessing keep network addresses for at most an hour or so. The server's technical log has no names of files and no passwords.

## What is passed on

Coffer sells none of your data and shares your files only with the people you choose. Other services receive only the data they need:

- the mail server that delivers emails to you
- the storage provider, if the administrators store files with one
- Google, GitHub, Facebook or another sign-in service, when you sign in with it
- Google, when it checks a form for bots, if the administrators turned that on
- websites that you fetch files from
- Stripe, PayPal, Paystack or another payment service, if you buy a plan

If the administrators have turned on visitor statistics (Google Analytics) or advertising (Google AdSense), Google receives your IP address and the address of the page. This happens only on public pages and only after you accept it; read more in the [cookie policy](/page/cookie-policy).

## How long it is stored

Most data stays until you delete it or your account. Deleting your account deletes your files, links and settings. If you bought a plan, its invoices and payments are kept as long as the law requires. Entries in the log of account events can stay longer, because they show that the log was not changed.

## Your rights

In your settings you can see and correct your data, export all of it with your invoices, and delete your account. For everything else, write to the administrators on the [contact page](/contact-us).
`,
  },
  'cookie-policy': {
    title: 'Cookie policy',
    content: `Coffer uses cookies to work. They are set by this server and read only by it.

## On every page

- \`coffer.language\` keeps the language you chose for a year.

## With an account

- \`coffer.session_token\` keeps you signed in.
- \`coffer.dont_remember\` ends the session when you close the browser.
- \`XSRF-TOKEN\` protects your requests from other sites.
- \`coffer.device\` is kept for a year, so that wrong passwords entered by others can’t lock you out.
- \`coffer.two_factor\`, \`coffer.passkey\` and \`coffer.state\` are kept for some minutes while you sign in with a code, a passkey or another service.

## With a shared link

- \`coffer.visitor\` is kept for a year, so that a resumed download counts once where downloads are limited.
- \`coffer.visit_…\` is kept for half an hour, so that returning counts as one visit.
- \`coffer.link_…\` is kept for 30 days after you enter the link’s password.

## With a file request

- \`coffer.request_guest\` is kept for a year, so that only you can see and change the files you sent.

## Statistics and advertising

Coffer comes without either. If the administrators of this server have turned on Google Analytics or Google AdSense, Google’s scripts load on public pages and shared links, and only after you accept. They then set cookies of their own, such as \`_ga\` and \`__gads\`. Your answer is stored in \`coffer.consent\` for half a year. You can change it on this page at any time.

## In this browser

Display settings, such as dark mode or grid view, are stored in this browser only.
`,
  },
}
