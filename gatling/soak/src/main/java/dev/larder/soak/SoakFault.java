package dev.larder.soak;

/** What goes wrong on purpose, one after another. */
public enum SoakFault {
    /** Clients that reset their connection before, in and behind the head of an answer, or amid an upload. */
    ABORTS("aborts"),
    /** URLs that nobody has asked for before. */
    UNIQUE_URLS("unique URLs"),
    /** User agents without end for resources that vary with them. */
    VARIANTS("Vary explosion"),
    /** Heads and contents that arrive a byte a second, and answers that nobody reads. */
    SLOW_CLIENTS("slow clients"),
    /** An origin that answers, fails, resets and stalls in turn. */
    FLAPPING_ORIGIN("flapping origin"),
    /** Purges of all kinds without pause. */
    PURGES("purges"),
    /** No room on the disk. */
    FULL_DISK("full disk");

    private final String title;

    SoakFault(String title) {
        this.title = title;
    }

    /** What people call it. */
    public String title() {
        return title;
    }
}
