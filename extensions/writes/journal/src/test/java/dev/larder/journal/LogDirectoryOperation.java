package dev.larder.journal;

/** What has been done to a disk, in order. */
sealed interface LogDirectoryOperation {

    record Create(String name, int file) implements LogDirectoryOperation {}

    record Write(int file, int at, byte[] bytes) implements LogDirectoryOperation {}

    record Truncate(int file, int length) implements LogDirectoryOperation {}

    record Force(int file) implements LogDirectoryOperation {}

    record Rename(String from, String to) implements LogDirectoryOperation {}

    record Delete(String name) implements LogDirectoryOperation {}

    record ForceFolder() implements LogDirectoryOperation {}

    /** Not of the disk: something that happened to record {@code id}. */
    record Note(What what, int id) implements LogDirectoryOperation {}

    enum What {
        BEGUN,
        ACKNOWLEDGED,
        FAILED,
        /** All records below the id may go from now on. */
        DROPPED
    }
}
