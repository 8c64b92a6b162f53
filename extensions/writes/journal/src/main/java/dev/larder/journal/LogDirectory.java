package dev.larder.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * One flat folder of files, as much of it as a log needs. What has been written outlives a crash once the file has been forced;
 * that a file is there, has gone or is called otherwise, once the folder has been.
 */
public interface LogDirectory {

    /**
     * A new empty file that only its owner may read and write.
     *
     * @throws NoSpaceException if the file system is full
     * @throws IOException also if there is a file of that name
     */
    Output create(String name) throws IOException;

    /** An existing file, to be read. */
    Input open(String name) throws IOException;

    /** Cuts a file to so many bytes. */
    void truncate(String name, long length) throws IOException;

    /** Makes durable what has been written to a file, by whomever. */
    void force(String name) throws IOException;

    /** Names of the files, in any order; folders are not among them. */
    List<String> list() throws IOException;

    /** Gives a file another name, which no file has. */
    void rename(String from, String to) throws IOException;

    /** Deletes a file. */
    void delete(String name) throws IOException;

    /** Makes durable which files there are. */
    void forceFolder() throws IOException;

    /**
     * Keeps everybody else out until what is returned is closed.
     *
     * @throws LogInUseException if somebody else does so
     */
    Closeable lock(String name) throws IOException;

    /** A folder in this one, created durably if there is none. */
    LogDirectory folder(String name) throws IOException;

    /** A file that is written at positions; of one thread at a time. */
    interface Output extends Closeable {

        /**
         * Writes all that remains in the buffer.
         *
         * @throws NoSpaceException if the file system is full
         */
        void write(ByteBuffer bytes, long at) throws IOException;

        /** Cuts the file to so many bytes. */
        void truncate(long length) throws IOException;

        /** Returns when everything that has been written is durable. After it has failed nothing is known about the file. */
        void force() throws IOException;
    }

    /** A file that is read at positions; of one thread at a time. */
    interface Input extends Closeable {

        /** Bytes in the file. */
        long length() throws IOException;

        /** Reads some bytes; returns how many, -1 at the end of the file. */
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
