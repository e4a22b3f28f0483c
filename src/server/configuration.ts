import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { codePoints } from '../contract/decode-string.ts';
import { type AllowList, parseAllowList } from '../outbound/allow-list.ts';
import { parseMasterKey } from '../outbound/master-key.ts';
import { mostConnections } from './limit-connections.ts';
import { type IsTrustedProxy, parseTrustedProxies } from './trusted-proxies.ts';

/** Everything an operator can set. */
export interface Configuration {
  readonly port: number;
  readonly host: string;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  /** Of a streaming replica, for expensive reads. */
  readonly replicaUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly leaseSeconds: number;
  readonly preparedStatements: 'on' | 'off';
  readonly durability: 'full' | 'relaxed';
  readonly minimumFreeBytes: number | undefined;
  readonly publicUrl: URL | undefined;
  /** Absent: there is no proxy. */
  readonly isTrustedProxy: IsTrustedProxy | undefined;
  readonly corsOrigins: ReadonlySet<string>;
  readonly logLevel: string;
  readonly rateLimits: {
    readonly key: number;
    readonly session: number;
    readonly anonymous: number;
  };
  /** Who may create organizations, and how many. */
  readonly founding: { readonly by: 'owner' | 'anyone'; readonly perUser: number };
  /** Absent: only the owner of the installation reads metrics. */
  readonly metricsToken: string | undefined;
  /** How many may be open at the same time. */
  readonly shares: {
    readonly connections: number;
    readonly connectionsPerAddress: number;
    readonly connectionsPerCaller: number;
    readonly uploadsPerCaller: number;
    readonly streamsPerCaller: number;
  };
  readonly outboundAllow: AllowList;
  readonly outboundHttp: 'allowed' | 'refused';
  /** Absent: the data directory keeps one. */
  readonly masterKey: Buffer | undefined;
  readonly owner: OwnerSettings | undefined;
  /** Absent: no traces are collected. */
  readonly tracing: TracingSettings | undefined;
}

/** Where spans are sent, set by the standard OpenTelemetry variables. */
interface TracingSettings {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
}

/** The first owner of an unattended installation. */
interface OwnerSettings {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string | undefined;
}

/** A setting that cannot be used; the message is one sentence for the operator. */
export class ConfigurationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigurationError';
  }
}

export interface Flags {
  readonly port?: string;
  readonly host?: string;
  readonly dataDir?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads flags first, then variables, then defaults. */
export function readConfiguration(flags: Flags, environment: Environment): Configuration {
  const variable = (name: string) => environment[name] || undefined;
  const host = flags.host ?? variable('HOST') ?? '127.0.0.1';
  const publicUrl = readPublicUrl(variable('PUBLIC_URL'));
  refuseInsecureHost(host, publicUrl, variable('TRUSTED_PROXIES'));
  const databasePoolSize = readInteger(
    'DATABASE_POOL_SIZE',
    variable('DATABASE_POOL_SIZE') ?? '10',
    { min: 2, max: 1_000 },
  );
  const connections = mostConnections(databasePoolSize);
  const quarter = String(Math.ceil(connections / 4));
  return {
    port: readInteger('PORT', flags.port ?? variable('PORT') ?? '4600', { min: 0, max: 65_535 }),
    host,
    dataDirectory: resolve(flags.dataDir ?? variable('DATA_DIR') ?? './data'),
    databaseUrl: readDatabaseUrl(variable('DATABASE_URL')),
    replicaUrl: readReplicaUrl(variable('DATABASE_READ_URL'), variable('DATABASE_URL')),
    databasePoolSize,
    leaseSeconds: readInteger('LEASE_SECONDS', variable('LEASE_SECONDS') ?? '900', {
      min: 1,
      max: 86_400,
    }),
    preparedStatements: readWord('DATABASE_PREPARED', variable('DATABASE_PREPARED') ?? 'on', [
      'on',
      'off',
    ]),
    durability: readWord('DURABILITY', variable('DURABILITY') ?? 'full', ['full', 'relaxed']),
    minimumFreeBytes: readOptionalInteger('DISK_FREE_MIN', variable('DISK_FREE_MIN')),
    publicUrl,
    isTrustedProxy: readTrustedProxies(variable('TRUSTED_PROXIES')),
    corsOrigins: readOrigins(variable('CORS_ORIGINS')),
    logLevel: readWord('LOG_LEVEL', variable('LOG_LEVEL') ?? 'info', [
      'debug',
      'info',
      'warn',
      'error',
      'silent',
    ]),
    rateLimits: {
      key: readLimit('RATE_LIMIT_KEY', variable('RATE_LIMIT_KEY') ?? '0'),
      session: readLimit('RATE_LIMIT_SESSION', variable('RATE_LIMIT_SESSION') ?? '600'),
      anonymous: readLimit('RATE_LIMIT_ANONYMOUS', variable('RATE_LIMIT_ANONYMOUS') ?? '60'),
    },
    founding: {
      by: readWord('ORGANIZATIONS', variable('ORGANIZATIONS') ?? 'owner', ['owner', 'anyone']),
      perUser: readLimit('ORGANIZATIONS_PER_USER', variable('ORGANIZATIONS_PER_USER') ?? '20'),
    },
    metricsToken: readToken('METRICS_TOKEN', variable('METRICS_TOKEN')),
    shares: {
      connections,
      connectionsPerAddress: readShare(
        'CONNECTIONS_PER_ADDRESS',
        variable('CONNECTIONS_PER_ADDRESS') ?? quarter,
      ),
      connectionsPerCaller: readShare(
        'CONNECTIONS_PER_CALLER',
        variable('CONNECTIONS_PER_CALLER') ?? quarter,
      ),
      uploadsPerCaller: readShare('UPLOADS_PER_CALLER', variable('UPLOADS_PER_CALLER') ?? '8'),
      streamsPerCaller: readShare('STREAMS_PER_CALLER', variable('STREAMS_PER_CALLER') ?? '50'),
    },
    outboundAllow: readAllowList(variable('OUTBOUND_ALLOW') ?? ''),
    outboundHttp: readWord('OUTBOUND_HTTP', variable('OUTBOUND_HTTP') ?? 'refused', [
      'allowed',
      'refused',
    ]),
    masterKey: readMasterKey(variable('MASTER_KEY'), variable('MASTER_KEY_FILE')),
    owner: readOwner(environment),
    tracing: readTracing(
      variable('OTEL_EXPORTER_OTLP_ENDPOINT'),
      variable('OTEL_EXPORTER_OTLP_HEADERS'),
      variable('OTEL_SERVICE_NAME'),
    ),
  };
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Passwords and keys must not travel in the clear because of one flag. */
function refuseInsecureHost(
  host: string,
  publicUrl: URL | undefined,
  proxies: string | undefined,
): void {
  if (LOOPBACK.has(host)) return;
  if (publicUrl?.protocol === 'https:') return;
  if (publicUrl !== undefined && proxies !== undefined) return;
  throw new ConfigurationError(
    `HOST ${host} can be reached from other machines: set PUBLIC_URL to the https address people use, or to the address and TRUSTED_PROXIES to the proxy in front.`,
  );
}

function readPublicUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/') return url;
  throw new ConfigurationError(
    'PUBLIC_URL must be an http or https address without a path, such as https://jurybox.example.',
  );
}

function readTrustedProxies(text: string | undefined): IsTrustedProxy | undefined {
  if (text === undefined) return undefined;
  const isTrusted = parseTrustedProxies(text);
  if (isTrusted !== undefined) return isTrusted;
  throw new ConfigurationError(
    'TRUSTED_PROXIES must list addresses, ranges such as 10.0.0.0/8, or loopback, linklocal and uniquelocal, separated by commas.',
  );
}

/** Exact origins only: a pattern would admit anyone who registers a matching name. */
function readOrigins(text: string | undefined): ReadonlySet<string> {
  const origins = text?.split(',').map((origin) => origin.trim()) ?? [];
  const wrong = origins.find((origin) => URL.parse(origin)?.origin !== origin);
  if (wrong === undefined) return new Set(origins);
  throw new ConfigurationError(
    `CORS_ORIGINS holds "${wrong}": list origins such as https://app.example, separated by commas.`,
  );
}

function readAllowList(text: string): AllowList {
  try {
    return parseAllowList(text);
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error));
  }
}

function readMasterKey(key: string | undefined, path: string | undefined): Buffer | undefined {
  if (key !== undefined && path !== undefined) {
    throw new ConfigurationError('MASTER_KEY and MASTER_KEY_FILE are both set: leave one out.');
  }
  const text = path === undefined ? key : readKeyFile(path);
  if (text === undefined) return undefined;
  try {
    return parseMasterKey(text);
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error));
  }
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new ConfigurationError(`MASTER_KEY_FILE names ${path}, which cannot be read.`);
  }
}

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || /^postgres(ql)?:\/\//.test(text)) return text;
  throw new ConfigurationError(
    'DATABASE_URL must start with postgres://; leave it out to use the embedded database.',
  );
}

function readReplicaUrl(
  text: string | undefined,
  databaseUrl: string | undefined,
): string | undefined {
  if (text === undefined) return undefined;
  if (databaseUrl !== undefined && /^postgres(ql)?:\/\//.test(text)) return text;
  throw new ConfigurationError(
    'DATABASE_READ_URL must start with postgres:// and name a streaming replica of the server at DATABASE_URL, which must be set too.',
  );
}

function readOwner(environment: Environment): OwnerSettings | undefined {
  const email = environment['JURYBOX_OWNER_EMAIL'];
  const password = environment['JURYBOX_OWNER_PASSWORD'];
  const apiKey = environment['JURYBOX_API_KEY'] || undefined;
  if (!email && !password) {
    if (apiKey === undefined) return undefined;
    throw new ConfigurationError(
      'JURYBOX_API_KEY needs JURYBOX_OWNER_EMAIL and JURYBOX_OWNER_PASSWORD beside it.',
    );
  }
  if (!email || !password || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new ConfigurationError(
      'JURYBOX_OWNER_EMAIL and JURYBOX_OWNER_PASSWORD go together: an e-mail address and a password.',
    );
  }
  const length = codePoints(password);
  if (length < 12 || length > 128) {
    throw new ConfigurationError('JURYBOX_OWNER_PASSWORD must have 12 to 128 characters.');
  }
  return { email, password, apiKey: readToken('JURYBOX_API_KEY', apiKey) };
}

function readTracing(
  endpoint: string | undefined,
  headers: string | undefined,
  serviceName = 'jurybox',
): TracingSettings | undefined {
  if (endpoint === undefined) return undefined;
  const url = URL.parse(endpoint);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new ConfigurationError(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be the http or https address of a collector, such as http://127.0.0.1:4318.',
    );
  }
  return { endpoint, headers: readHeaders(headers), serviceName };
}

function readHeaders(text: string | undefined): Readonly<Record<string, string>> {
  try {
    const pairs = text?.split(',').map((pair) => {
      const [, name = '', value = ''] = /^\s*([\w-]+)=([\x20-\x7e]*?)\s*$/.exec(pair) ?? [];
      if (name === '') throw new Error('not a header');
      return [name, decodeURIComponent(value)] as const;
    });
    return Object.fromEntries(pairs ?? []);
  } catch {
    throw new ConfigurationError(
      'OTEL_EXPORTER_OTLP_HEADERS must be a list such as name=value,other=value.',
    );
  }
}

/** The form that an Authorization header requires of keys. */
function readToken(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{32,256}$/.test(text)) return text;
  throw new ConfigurationError(
    `${name} must have 32 to 256 visible ASCII characters without spaces.`,
  );
}

function readInteger(
  name: string,
  text: string,
  { min, max }: { min: number; max: number },
): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new ConfigurationError(
    `${name} must be a whole number from ${min} to ${max}, not "${text}".`,
  );
}

function readOptionalInteger(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return readInteger(name, text, { min: 0, max: Number.MAX_SAFE_INTEGER });
}

function readLimit(name: string, text: string): number {
  return readInteger(name, text, { min: 0, max: LARGEST_LIMIT });
}

/** With a share of 0, every caller would be refused. */
function readShare(name: string, text: string): number {
  return readInteger(name, text, { min: 1, max: LARGEST_LIMIT });
}

const LARGEST_LIMIT = 1_000_000_000;

function readWord<const Word extends string>(
  name: string,
  text: string,
  words: readonly Word[],
): Word {
  const word = words.find((candidate) => candidate === text);
  if (word !== undefined) return word;
  throw new ConfigurationError(`${name} must be one of ${words.join(', ')}, not "${text}".`);
}
