const find = (id) => document.getElementById(id);
const status = find('status');
const account = find('account');
const fragment = new URLSearchParams(location.hash.slice(1));
const token = fragment.get('token');

/** Which form the page is: what it says, what it sends, and where. */
const FORMS = {
  '/setup': {
    title: 'Create the first owner of this installation.',
    button: 'Create owner',
    path: '/api/auth/setup',
    fields: ['email', 'username', 'password'],
  },
  '/invite': {
    title:
      'You were invited. Choose a name and a password; if you have an account, sign in first and open the link again.',
    button: 'Join',
    path: '/api/auth/invitations/exchange',
    fields: ['username', 'password'],
  },
  '/': {
    title: 'Sign in.',
    button: 'Sign in',
    path: '/api/auth/login',
    fields: ['email', 'password'],
  },
};
const form = FORMS[location.pathname] ?? FORMS['/'];

async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = text === '' ? null : JSON.parse(text);
  if (response.ok) return answer;
  throw new Error(sentence(answer?.detail));
}

function sentence(detail) {
  if (!Array.isArray(detail)) return detail ?? 'The server did not answer. Try again.';
  return detail.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join(' ');
}

function showForm() {
  status.textContent = form.title;
  account.querySelector('button').textContent = form.button;
  for (const input of account.elements) {
    if (input.name === '') continue;
    const isWanted = form.fields.includes(input.name);
    input.required = isWanted;
    input.disabled = !isWanted;
    input.closest('label').hidden = !isWanted;
  }
  account.hidden = false;
}

async function showSignedIn() {
  const profile = await call('GET', '/api/profile');
  status.textContent = '';
  account.hidden = true;
  find('who').textContent = profile.username;
  find('signed-in').hidden = false;
}

async function makeKey() {
  const own = await call('GET', '/api/organizations');
  const organization = await call('GET', `/api/organizations/${own[0]?.id}`);
  const key = await call('POST', `/api/keys?workspace_id=${organization.workspaces[0]?.id}`);
  find('key-text').textContent = key;
  find('example').textContent =
    `curl -X POST ${location.origin}/api/apps \\\n  -H 'Authorization: ${key}' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"app_name":"my first app"}'`;
  find('key').hidden = false;
}

function report(error) {
  status.textContent = error.message;
}

account.addEventListener('submit', (event) => {
  event.preventDefault();
  const values = Object.fromEntries(new FormData(account));
  const body = form.path === FORMS['/'].path ? values : { ...values, token };
  call('POST', form.path, body)
    .then(() => history.replaceState(null, '', '/'))
    .then(showSignedIn)
    .catch(report);
});
find('make-key').addEventListener('click', () => {
  makeKey().catch(report);
});
find('leave').addEventListener('click', () => {
  call('POST', '/api/auth/logout')
    .then(() => location.assign('/'))
    .catch(report);
});

/** Who has an account and is signed in joins with it; everybody else makes one. */
async function acceptInvitation() {
  const path = `/api/organizations/${fragment.get('organization')}/workspaces/${fragment.get('workspace')}`;
  await call('GET', '/api/profile');
  await call('POST', `${path}/invite/accept`, { token });
  history.replaceState(null, '', '/');
  await showSignedIn();
}

if (form === FORMS['/']) showSignedIn().catch(showForm);
else if (form === FORMS['/invite']) acceptInvitation().catch(showForm);
else showForm();
