package dev.larder.gatling;

/** What one line of a recording says. */
sealed interface RecordedLine {

    /** A request that can be sent again. */
    record Sent(LoadRequest call) implements RecordedLine {}

    /** A line that is as it should be and has nothing to send, for example a request that no server could read. */
    record Skipped(String why) implements RecordedLine {}

    /** A line of another form: the recording is not what it seemed to be. */
    record Malformed(String expected) implements RecordedLine {}
}
