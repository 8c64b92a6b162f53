package dev.larder.gateway.exchange;

/** The exchange of a {@link SlicedResponse}. Exactly one of these is called, or the response is begun. */
interface SlicedResponseOwner {

    /** Nothing of the range is stored, or little of the whole: it is to be fetched like any other. */
    void nothingStored();

    /** The origin has another representation now, a part of which has just been stored. */
    void replaced();

    /** The origin does not send parts of the representation any more. */
    void changed();

    /** The origin does not send what is asked for, which says nothing about the representation. */
    void refused();

    /** Something is missing that the client does not want fetched. */
    void incomplete();
}
