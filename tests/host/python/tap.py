"""Checks of what Python gets, printed as TAP."""

count = failed = 0


def expect(right, what):
    global count, failed
    count += 1
    failed += not right
    print(f"{'' if right else 'not '}ok {count} - {what}")


def fails(words, call, *arguments, kind=None):
    from workbench import OperationError
    try:
        call(*arguments)
        expect(False, words)
    except (kind or OperationError) as error:
        expect(words in str(error), words)
        if words not in str(error):
            print("#", error)


def finish():
    """The exit status."""
    print(f"1..{count}")
    return failed > 0
