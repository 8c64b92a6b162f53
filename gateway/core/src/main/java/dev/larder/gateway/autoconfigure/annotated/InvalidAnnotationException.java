package dev.larder.gateway.autoconfigure.annotated;

/** An annotation says what Larder cannot work with; it does not start. */
public final class InvalidAnnotationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String description;
    private final String instead;

    /**
     * A refused annotation.
     *
     * @param element method or interface that has it, such as {@code UserRoutes.list()}
     * @param what the annotation as it was written, and what is wrong with it
     * @param instead what to write instead
     */
    InvalidAnnotationException(String element, String what, String instead) {
        super(element + ": " + what + "; write for example " + instead);
        this.description = element + ": " + what + ".";
        this.instead = instead;
    }

    String description() {
        return description;
    }

    String action() {
        return "Write for example " + instead;
    }
}
