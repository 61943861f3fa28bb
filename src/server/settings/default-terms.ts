/** What stands on /tos until an operator writes their own. Plain words; an operator's lawyer has the last one. */
export const defaultTerms = `
<h2>Terms of service</h2>
<p>These terms are between you, or the company you use Soko for, and the operator of this installation of Soko. By opening an
account you agree to them.</p>
<h3>1. What you get</h3>
<p>Soko answers questions about consumer markets in African countries. Answers are made from public statistics, whose
publishers are named beside every figure, and from a retail panel. Where the panel is the one that ships with the product, its
figures are modelled sample data: they show how the product works and describe no real sale. They are labelled so wherever they
appear.</p>
<h3>2. Your account</h3>
<ul>
<li>Register with your own name and an email address you can read. One person, one account.</li>
<li>Keep your password to yourself. Only one session is active at a time: signing in elsewhere ends the one before.</li>
<li>Tell us at once if you think that somebody else uses your account.</li>
</ul>
<h3>3. Credits</h3>
<ul>
<li>Each answer costs credits. The most it can cost is shown before you send a question, and what it cost is shown beneath the
answer.</li>
<li>An answer that fails costs nothing. One that you stop costs at most what was delivered. Saying that we do not hold a figure
costs nothing.</li>
<li>Credits have no cash value beyond the purchase they came from and cannot be passed on to another account.</li>
</ul>
<h3>4. What you may do with answers</h3>
<p>Use them in your own work, in reports and in presentations, with the sources as they are named. Public figures stay under the
licences of their publishers. You may not resell the panel's rows, or take them out in bulk by program.</p>
<h3>5. What you may not do</h3>
<p>Do not try to reach other people's data, to overload the service, to get round its limits, or to use it for anything that the
law forbids.</p>
<h3>6. What we do not promise</h3>
<p>We check every figure in an answer against the rows it was computed from, and we name its source and period. Sources are
revised and can be wrong. Answers are a help for your judgement and no substitute for it; they are no financial or legal
advice. As far as the law allows, we are liable only for harm that we cause on purpose or by gross carelessness.</p>
<h3>7. The end of an account</h3>
<p>You may delete your account at any time, in Settings under Security. We may close one that breaks these terms, after a warning where that is
possible. Records of credits are kept for as long as bookkeeping rules demand, without your personal details.</p>
<h3>8. Changes</h3>
<p>If these terms change in a way that matters, we tell you by email at least thirty days before. If you do not agree, you may
close your account and have unused purchased credits refunded.</p>
`

/** What stands on /privacy until an operator writes their own. */
export const defaultPrivacy = `
<h2>Privacy</h2>
<p>This page says what Soko keeps about you, why, for how long, and what you can ask for.</p>
<h3>What is kept</h3>
<ul>
<li><strong>Your account:</strong> name, email address, phone number, address, company, industry, job title, experience, and
what else you write into your profile. Your password is kept only as a hash that it cannot be read back from.</li>
<li><strong>Your conversations:</strong> your questions and their answers, so that you can read them again.</li>
<li><strong>Your credits:</strong> what was granted, bought and spent, and when.</li>
<li><strong>Your sign-ins:</strong> when they were, the kind of browser and system, and the network without its end, so that you can
see whether it was you. Of a session a hash of its token.</li>
<li><strong>Two-step sign-in,</strong> where you switch it on: the key of your authenticator, encrypted, and hashes of your recovery
codes.</li>
<li><strong>Logs:</strong> calls with their time, outcome and network address, kept for a short time to find faults and to ward
off abuse. Passwords, tokens and the codes of links are never in them.</li>
</ul>
<h3>What your browser keeps</h3>
<p>Your session, your list of conversations and an unsent draft stand in your browser's local storage, so that they survive a
reload. One cookie protects against forged requests. There are no advertising or tracking cookies.</p>
<h3>Who else sees something</h3>
<ul>
<li>With the built-in analyst, nobody: questions are answered on this server.</li>
<li>If the operator has set a language model of a provider, your question and the figures found for it are sent to that provider
to word the answer. Your name, email address and account are not.</li>
<li>Mails go through the operator's mail server. Payments are made on the payment provider's own pages; card numbers never reach
us.</li>
<li>What you send through Contact Support is mailed to the operator's team. Where the operator keeps such requests in a customer
system, your name, contact details and message go there too.</li>
</ul>
<h3>How long</h3>
<p>Your account and conversations are kept until you delete them. Sign-ins are forgotten after 90 days, sent mails after thirty.
Credit records stay for as long as bookkeeping rules demand, without your personal details.</p>
<h3>What you can ask for</h3>
<p>Under Security in Settings you can download what is kept about you and delete your account; under Profile you can correct it.
For anything else write to the operator through Contact Support.</p>
`
