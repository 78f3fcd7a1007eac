/** A city as addresses need it: ZIP codes of its area begin with `zip`, telephone numbers with `areaCode`. */
export interface Place {
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly areaCode: string;
}

const rows = `
Phoenix AZ 850 602|Tucson AZ 857 520|Mesa AZ 852 480|Birmingham AL 352 205|Mobile AL 366 251|Anchorage AK 995 907
Little Rock AR 722 501|Los Angeles CA 900 213|San Diego CA 921 619|Sacramento CA 958 916|Fresno CA 937 559|Oakland CA 946 510
Denver CO 802 303|Boulder CO 803 303|Colorado Springs CO 809 719|Hartford CT 061 860|New Haven CT 065 203|Wilmington DE 198 302
Miami FL 331 305|Tampa FL 336 813|Orlando FL 328 407|Jacksonville FL 322 904|Atlanta GA 303 404|Savannah GA 314 912
Honolulu HI 968 808|Boise ID 837 208|Chicago IL 606 312|Peoria IL 616 309|Springfield IL 627 217|Indianapolis IN 462 317
Fort Wayne IN 468 260|Des Moines IA 503 515|Wichita KS 672 316|Topeka KS 666 785|Louisville KY 402 502|Lexington KY 405 859
New Orleans LA 701 504|Baton Rouge LA 708 225|Portland ME 041 207|Baltimore MD 212 410|Annapolis MD 214 410|Boston MA 021 617
Worcester MA 016 508|Detroit MI 482 313|Grand Rapids MI 495 616|Lansing MI 489 517|Minneapolis MN 554 612|Duluth MN 558 218
Jackson MS 392 601|Kansas City MO 641 816|Saint Louis MO 631 314|Billings MT 591 406|Omaha NE 681 402|Lincoln NE 685 402
Las Vegas NV 891 702|Reno NV 895 775|Manchester NH 031 603|Newark NJ 071 973|Trenton NJ 086 609|Albuquerque NM 871 505
Santa Fe NM 875 505|New York NY 100 212|Buffalo NY 142 716|Rochester NY 146 585|Syracuse NY 132 315|Charlotte NC 282 704
Raleigh NC 276 919|Asheville NC 288 828|Fargo ND 581 701|Columbus OH 432 614|Cleveland OH 441 216|Cincinnati OH 452 513
Dayton OH 454 937|Tulsa OK 741 918|Oklahoma City OK 731 405|Portland OR 972 503|Eugene OR 974 541|Philadelphia PA 191 215
Pittsburgh PA 152 412|Erie PA 165 814|Providence RI 029 401|Charleston SC 294 843|Greenville SC 296 864|Sioux Falls SD 571 605
Nashville TN 372 615|Memphis TN 381 901|Knoxville TN 379 865|Houston TX 770 713|Dallas TX 752 214|Austin TX 787 512
San Antonio TX 782 210|El Paso TX 799 915|Lubbock TX 794 806|Salt Lake City UT 841 801|Provo UT 846 801|Burlington VT 054 802
Richmond VA 232 804|Norfolk VA 235 757|Seattle WA 981 206|Spokane WA 992 509|Tacoma WA 984 253|Morgantown WV 265 304
Milwaukee WI 532 414|Madison WI 537 608|Green Bay WI 543 920|Cheyenne WY 820 307|Washington DC 200 202`;

export const places: readonly Place[] = rows
  .trim()
  .split(/[|\n]/)
  .map((row) => {
    const parts = row.split(' ');
    const [state = '', zip = '', areaCode = ''] = parts.slice(-3);
    return { city: parts.slice(0, -3).join(' '), state, zip, areaCode };
  });
