# Reads reports as their consumers do: consume.py FORMAT SCHEMA FILE...
# What a file says that it must not is printed; the exit status is 1 then.

import copy
import csv
import json
import re
import sys
import xml.etree.ElementTree

complaints = []


def check(claim, path, words):
    if not claim:
        complaints.append('%s: %s' % (path, words))


def read_csv(path, schema):
    """RFC 4180: CRLF, as many fields a row as names, and no formula."""
    with open(path, 'rb') as file:
        text = file.read().decode('ascii')
    check(text.endswith('\r\n'), path, 'does not end in CRLF')
    check('\n' not in text.replace('\r\n', ''), path, 'LF without CR')
    with open(path, newline='', encoding='ascii') as file:
        rows = list(csv.reader(file, strict=True))
    names = rows[0]
    check(len(set(names)) == len(names), path, 'a name is there twice')
    for row in rows[1:]:
        check(len(row) == len(names), path, 'not as many fields as names')
        for name, field in zip(names, row):
            number = re.fullmatch(r'-?[0-9.]+(e[-+]?[0-9]+)?', field)
            check(number or not re.match(r' *[-=+@]', field), path,
                  'a formula: ' + field)
    check(len(rows) > 1, path, 'no rows')
    by_name = [dict(zip(names, row)) for row in rows[1:]]
    if 'invocation' in names:
        check(by_name[0]['median_ns'] == '1000' or 'result-' not in path,
              path, 'another median')
    return by_name


def read_gobench(path, schema):
    """The format of golang.org/design/14313-benchmark-format."""
    values = 0
    with open(path, encoding='utf-8', newline='\n') as file:
        lines = file.read().split('\n')
    check(lines[-1] == '', path, 'the last line is not ended')
    for line in lines[:-1]:
        if line.startswith('Benchmark'):
            fields = line.split()
            check(len(fields) >= 4 and len(fields) % 2 == 0, path,
                  'an odd line: ' + line)
            check(re.fullmatch(r'Benchmark[A-Z0-9_/][^\s]*', fields[0]), path,
                  'no name of a benchmark: ' + line)
            check(not re.search(r'-[0-9]+$', fields[0]), path,
                  'a number of CPUs: ' + line)
            check(int(fields[1]) > 0, path, 'no iterations: ' + line)
            for value, unit in zip(fields[2::2], fields[3::2]):
                check(float(value) >= 0, path, 'below 0: ' + line)
                check(re.fullmatch(r'[a-z0-9-]+/op', unit), path,
                      'no unit: ' + line)
            check('ns/op' in fields[3::2], path, 'no ns/op: ' + line)
            values += 1
        else:
            check(re.fullmatch(r'Unit \S+ better=lower', line) or
                  re.fullmatch(r'[a-z][^A-Z\s:]*:( .*)?', line), path,
                  'neither a benchmark nor its configuration: ' + line)
    check(values > 0, path, 'no benchmark')


def read_junit(path, schema):
    """As many elements as the attributes say, each test once."""
    root = xml.etree.ElementTree.parse(path).getroot()
    for suite in root.findall('testsuite'):
        cases = suite.findall('testcase')
        for name, path_of in (('tests', '.'), ('failures', 'failure'),
                              ('errors', 'error'), ('skipped', 'skipped')):
            found = [case for case in cases if path_of == '.' or
                     case.find(path_of) is not None]
            check(int(suite.get(name)) == len(found), path,
                  '%s is wrong' % name)
    try:
        import junitparser
    except ImportError:
        return
    parsed = junitparser.JUnitXml.fromfile(path)
    check(sum(1 for suite in parsed for case in suite) ==
          len(root.findall('testsuite/testcase')), path,
          'junitparser finds other cases')


def closed(schema):
    """The schema that allows what it names and nothing else; facts but
    excepted, which depend on the system."""
    schema = copy.deepcopy(schema)

    def close(node):
        if isinstance(node, dict):
            if 'allOf' in node:
                return
            if 'properties' in node and 'type' in node:
                node['additionalProperties'] = False
            for child in node.values():
                close(child)
        elif isinstance(node, list):
            for child in node:
                close(child)
    close(schema)
    return schema


# What no result holds: where, and what stands there then.
WRONG = [
    (['schema'], 'ipclat-result/2'),
    (['seed'], -1),
    (['seed'], 'x'),
    (['seed'], 2 ** 60),
    (['tests'], {}),
    (['started'], 5),
    (['program'], []),
    (['arguments'], [1]),
    (['warnings'], 'x'),
    (['host', 'hostname'], 7),
    (['host', 'cpus'], -2),
    (['host', 'a b'], 1),
    (['tests', 0, 'status'], 'good'),
    (['tests', 0, 'reason'], 'it is ok'),
    (['tests', 0, 'unit'], 'us'),
    (['tests', 0, 'headline'], 'p99'),
    (['tests', 0, 'spec'], ''),
    (['tests', 0, 'spec'], None),
    (['tests', 0, 'timed_per'], 0),
    (['tests', 0, 'method'], 1.5),
    (['tests', 0, 'carries_data'], 'yes'),
    (['tests', 0, 'invocations', 0, 'median_ns'], 0),
    (['tests', 0, 'invocations', 0, 'median_ns'], '1000'),
    (['tests', 0, 'invocations', 0, 'mean_ns'], -1),
    (['tests', 0, 'invocations', 0, 'round_trips'], None),
    (['tests', 0, 'invocations', 0, 'round_trips'], 0.5),
    (['tests', 0, 'invocations', 0, 'disturbed'], 0),
    (['tests', 0, 'invocations', 0, 'sides', 0, 'cpus'], [-1]),
    (['tests', 0, 'invocations', 0, 'sides', 0, 'user_ns'], -1),
    (['tests', 0, 'histogram'], []),
    (['tests', 0, 'summary', 'p99_ns'], -1),
    (['tests', 0, 'summary', 'median_ns'], True),
]
WRONG_COMPARISON = [
    (['schema'], 'ipclat-comparison/2'),
    (['metric'], 'p90'),
    (['correction'], 'x'),
    (['threshold_percent'], 0),
    (['tests', 0, 'verdict'], 'good'),
    (['tests', 0, 'p'], 1.5),
    (['tests', 0, 'change_percent'], 101),
    (['tests', 0, 'old_ns'], 'x'),
    (['verdicts', 'faster'], -1),
    (['old_files'], None),
]


def put(value, path, new):
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = new


def refuse_wrong(validator, value, path):
    """Every change of a right file into a wrong one is noticed."""
    table = WRONG if 'seed' in value else WRONG_COMPARISON
    for where, new in table:
        wrong = copy.deepcopy(value)
        put(wrong, where, new)
        check(not validator.is_valid(wrong), path,
              '%s may be %r' % (where, new))
    for name in validator.schema['required']:
        wrong = copy.deepcopy(value)
        del wrong[name]
        check(not validator.is_valid(wrong), path, name + ' may be missing')


def read_json(path, schema):
    with open(path, encoding='utf-8') as file:
        value = json.load(file, parse_constant=lambda word: check(
            False, path, word))
    if schema == '-':
        return
    import jsonschema
    with open(schema, encoding='utf-8') as file:
        loaded = json.load(file)
    jsonschema.Draft202012Validator.check_schema(loaded)
    ours = re.search('right|-0', path)
    for wanted in (loaded, closed(loaded)) if ours else (loaded,):
        for error in jsonschema.Draft202012Validator(wanted).iter_errors(
                value):
            check(False, path, '%s: %s' % (list(error.path),
                                           error.message[:200]))
    if 'right' in path:
        refuse_wrong(jsonschema.Draft202012Validator(loaded), value, path)


CONSUMERS = {
    'csv': read_csv,
    'gobench': read_gobench,
    'json': read_json,
    'junit': read_junit,
}

for name in sys.argv[3:]:
    try:
        CONSUMERS[sys.argv[1]](name, sys.argv[2])
    except Exception as error:
        check(False, name, repr(error))
for complaint in complaints:
    print(complaint)
sys.exit(1 if complaints else 0)
