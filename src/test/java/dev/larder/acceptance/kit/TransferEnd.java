package dev.larder.acceptance.kit;

/** How a message, or the connection that carried it, ended. */
public enum TransferEnd {
    /** The message arrived whole, as its framing says. */
    COMPLETE,
    /** The connection was closed in an orderly way before the message was whole. */
    FIN,
    /** The connection was reset before the message was whole. */
    RESET,
    /** Nothing more arrived within the reader's patience. */
    SILENCE
}
