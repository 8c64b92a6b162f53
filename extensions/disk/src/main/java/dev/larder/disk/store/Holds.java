package dev.larder.disk.store;

/**
 * Who holds a file. A file that only an entry holds has none: that is the rule, and would take memory.
 *
 * @param created its creator has not released it yet
 * @param entered an entry has it
 * @param pins readers, and writes under way, that need it
 * @param going nobody needed it any more, and it is being deleted
 */
record Holds(boolean created, boolean entered, int pins, boolean going) {

    static final Holds CREATED = new Holds(true, false, 0, false);
    static final Holds AT_REST = new Holds(false, true, 0, false);

    Holds release() {
        return new Holds(false, entered, pins, going);
    }

    Holds enter(boolean byEntry) {
        return new Holds(created, byEntry, pins, going);
    }

    Holds pin(int more) {
        return new Holds(created, entered, pins + more, going);
    }

    Holds go() {
        return new Holds(false, false, 0, true);
    }

    boolean isNobody() {
        return !created && !entered && pins == 0;
    }
}
