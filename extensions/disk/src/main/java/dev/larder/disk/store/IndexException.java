package dev.larder.disk.store;

/** The index cannot be read or written. */
final class IndexException extends RuntimeException {

    private final boolean whileWriting;

    IndexException(String message) {
        super(message);
        this.whileWriting = false;
    }

    IndexException(RuntimeException cause, boolean whileWriting) {
        super(cause.toString(), cause);
        this.whileWriting = whileWriting;
    }

    /** Whether it may now disagree with what is known in the heap. */
    boolean isWhileWriting() {
        return whileWriting;
    }
}
