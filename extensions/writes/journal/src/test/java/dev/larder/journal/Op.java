package dev.larder.journal;

/** What has been done to a disk, in order. */
sealed interface Op {

    record Create(String name, int file) implements Op {}

    record Write(int file, int at, byte[] bytes) implements Op {}

    record Truncate(int file, int length) implements Op {}

    record Force(int file) implements Op {}

    record Rename(String from, String to) implements Op {}

    record Delete(String name) implements Op {}

    record ForceFolder() implements Op {}

    /** Not of the disk: something that happened to record {@code id}. */
    record Note(What what, int id) implements Op {}

    enum What {
        BEGUN,
        ACKNOWLEDGED,
        FAILED,
        /** All records below the id may go from now on. */
        DROPPED
    }
}
