package dev.larder.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A flat folder of files with the operations that a log needs. Written data survives a crash once the file has been
 * forced; the creation, deletion or renaming of a file, once the folder has been forced.
 */
public interface LogDirectory {

    /**
     * Creates an empty file that only its owner may read and write.
     *
     * @throws NoSpaceException if the file system is full
     * @throws IOException also if the file exists
     */
    Output create(String name) throws IOException;

    /** Opens an existing file for writing; its content stays. */
    Output reopen(String name) throws IOException;

    /** Returns the free bytes of the file system, for information; the maximum if no limit is known. */
    default long free() {
        return Long.MAX_VALUE;
    }

    /** Opens an existing file for reading. */
    Input open(String name) throws IOException;

    /** Truncates a file to this length. */
    void truncate(String name, long length) throws IOException;

    /** Makes durable all data written to a file, by any process. */
    void force(String name) throws IOException;

    /** Returns the names of the files, in any order, without folders. */
    List<String> list() throws IOException;

    /** Renames a file to a name that does not exist. */
    void rename(String from, String to) throws IOException;

    /** Deletes a file. */
    void delete(String name) throws IOException;

    /** Makes the creation, deletion and renaming of files durable. */
    void forceFolder() throws IOException;

    /**
     * Acquires exclusive access until the result is closed.
     *
     * @throws LogInUseException if the folder is locked already
     */
    Closeable lock(String name) throws IOException;

    /** Returns a subfolder, created durably if necessary. */
    LogDirectory folder(String name) throws IOException;

    /** A file with positional writes. Not thread-safe. */
    interface Output extends Closeable {

        /**
         * Writes all remaining bytes of the buffer.
         *
         * @throws NoSpaceException if the file system is full
         */
        void write(ByteBuffer bytes, long at) throws IOException;

        /** Truncates the file to this length. */
        void truncate(long length) throws IOException;

        /** Returns when all written data is durable. After a failure the state of the file is unknown. */
        void force() throws IOException;
    }

    /** A file with positional reads. Not thread-safe. */
    interface Input extends Closeable {

        /** Returns the length of the file in bytes. */
        long length() throws IOException;

        /** Reads some bytes; returns their number, -1 at the end of the file. */
        int read(ByteBuffer into, long at) throws IOException;

        /** Reads until the buffer is full; false if the file ends before. */
        default boolean readAll(ByteBuffer into, long at) throws IOException {
            long next = at;
            while (into.hasRemaining()) {
                int count = read(into, next);
                if (count < 0) {
                    return false;
                }
                next += count;
            }
            return true;
        }
    }
}
